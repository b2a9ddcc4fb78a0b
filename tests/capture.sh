#!/usr/bin/env bash
# Captures from real servers: one from npm and one from PyPI over their pipes, the first over HTTP as well; then drift.
#
# Usage: tests/capture.sh ROSTER      with npm, node and python3 on the PATH, and a network or caches for both
#
# What is installed stays in target/ci, so that the next run is quick. Anything that is missing is a failure.

set -euo pipefail
cd "$(dirname "$0")/.."

readonly ROSTER=$(realpath "${1:?the roster program}")
readonly OUT=$PWD/target/ci/capture
readonly NPM_PACKAGE=@modelcontextprotocol/server-everything
readonly PYPI_PACKAGE=mcp-server-time
readonly WEB_PORT=${ROSTER_CAPTURE_PORT:-39117}

fail() {
    printf 'capture: %s\n' "$*" >&2
    exit 1
}

# Fails unless the command ends with this status.
expect() {
    local wanted=$1 status=0
    shift
    "$@" || status=$?
    ((status == wanted)) || fail "status $status instead of $wanted: $*"
}

tools() {
    node -e 'const tools = JSON.parse(require("fs").readFileSync(process.argv[1])).tools; console.log(tools.length)' "$1"
}

# Node or Python programs that run from where the servers are installed.
left() {
    pgrep -f "$OUT/(npm|venv)/" || true
}

command -v npm >/dev/null || fail 'there is no npm'
command -v python3 >/dev/null || fail 'there is no python3'
command -v curl >/dev/null || fail 'there is no curl'
mkdir -p "$OUT/npm"
[[ -x $OUT/npm/node_modules/.bin/mcp-server-everything ]] ||
    npm install --silent --no-fund --no-audit --prefix "$OUT/npm" "$NPM_PACKAGE" || fail "npm cannot install $NPM_PACKAGE"
[[ -x $OUT/venv/bin/mcp-server-time ]] || {
    python3 -m venv "$OUT/venv" || fail 'python3 cannot make a venv'
    "$OUT/venv/bin/pip" install --quiet --disable-pip-version-check "$PYPI_PACKAGE" || fail "pip cannot install $PYPI_PACKAGE"
}
readonly EVERYTHING=$OUT/npm/node_modules/.bin/mcp-server-everything
readonly TIME=$OUT/venv/bin/mcp-server-time
cd "$OUT"
rm -f everything.json time.json web.json changed.json

expect 0 "$ROSTER" capture --yes -o everything.json -- "$EVERYTHING"
# Through npx there are two programs more in between.
expect 0 "$ROSTER" capture --yes -o everything.json -- npx --prefix "$OUT/npm" --no-install mcp-server-everything
expect 0 "$ROSTER" capture --yes -o time.json -- "$TIME" --local-timezone UTC
(($(tools everything.json) >= 10)) || fail 'everything lists too few tools'
(($(tools time.json) >= 2)) || fail 'time lists too few tools'

env PORT="$WEB_PORT" "$EVERYTHING" streamableHttp >web.log 2>&1 &
readonly SERVER=$!
trap 'kill "$SERVER" 2>/dev/null || true' EXIT
for _ in $(seq 100); do
    curl --silent --output /dev/null "http://127.0.0.1:$WEB_PORT/mcp" && break
    sleep 0.1
done
expect 0 "$ROSTER" capture -o web.json "http://127.0.0.1:$WEB_PORT/mcp"
expect 0 "$ROSTER" capture --check everything.json "http://127.0.0.1:$WEB_PORT/mcp"
kill "$SERVER"
wait "$SERVER" 2>/dev/null || true

expect 0 "$ROSTER" capture --yes --check everything.json -- "$EVERYTHING"
expect 0 "$ROSTER" capture --yes --check time.json -- "$TIME" --local-timezone UTC
sed 's/"name": "echo"/"name": "echo-as-it-was"/' everything.json >changed.json
cmp --silent everything.json changed.json && fail 'there is no tool `echo` to rename'
expect 1 "$ROSTER" capture --yes --check changed.json -- "$EVERYTHING" >drift.txt
grep -q '^Drift: 1 tool removed, 1 added$' drift.txt || fail 'the drift is not what was changed; see drift.txt'
expect 1 "$ROSTER" capture --check changed.json --from web.json --format json >drift.json

[[ -z $(left) ]] || fail "these are left running: $(left)"
echo "capture: $(tools everything.json) and $(tools time.json) tools, over pipes and HTTP; nothing is left running"
