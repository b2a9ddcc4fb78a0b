#!/usr/bin/env bash
# Opens reports in a real browser, from disk, as a reviewer would: nothing may be written to the console, nothing but the
# file itself may be asked for, title and heading must be there, no page may scroll sideways, and each must print.
#
# Usage: tests/report.sh [PROGRAM]
#
# Needs Chromium (Debian: chromium) and nothing else: the browser is driven over its debugging pipe. Before the reports it
# opens a page that does all of what is forbidden; a check that does not see it there is a failure. What it saw, with
# pictures and prints, is kept in target/report/.

set -euo pipefail
cd "$(dirname "$0")/.."

readonly PROGRAM=${1:-target/debug/roster}
readonly BROWSER=${CHROMIUM:-chromium}
readonly OUT=$PWD/target/report
readonly START_SECONDS=60       # until the browser answers
readonly ANSWER_SECONDS=30      # until a command is answered or a page is loaded
readonly SETTLE_SECONDS=1       # for what a page does once it is loaded
readonly LEAST_PDF_BYTES=20000  # a print of less holds no tables

readonly MESSAGES=$OUT/messages.log
pids=()
home=''
number=0
session=''
answer=''
value=''

fail() {
    printf 'report: FAILED: %s\n' "$*" >&2
    exit 1
}

say() {
    printf 'report: %s\n' "$*"
}

clean_up() {
    local status=$? pid
    for pid in "${pids[@]}"; do
        kill "$pid" 2>/dev/null || true
        wait "$pid" 2>/dev/null || true
    done
    if [[ -n $home ]]; then
        rm -rf "$home"
    fi
    if ((status != 0)); then
        printf 'report: pages and logs are in %s\n' "$OUT" >&2
    fi
    exit "$status"
}

# Repeats a command until it succeeds; fails when the seconds have passed.
within() {
    local seconds=$1 end
    shift
    end=$((SECONDS + seconds))
    until "$@"; do
        ((SECONDS < end)) || return 1
        sleep 0.1
    done
}

# ---- The browser, over its debugging pipe: messages end with a zero byte; the log has a line a message -------------

start_browser() {
    local flags=(
        --headless --remote-debugging-pipe --disable-gpu --disable-quic --no-first-run --disable-background-networking
        --disable-component-update --disable-sync --hide-scrollbars --user-data-dir="$home/profile"
    )
    ((EUID != 0)) || flags+=(--no-sandbox)
    mkfifo "$home/to" "$home/from"
    : >"$MESSAGES"
    stdbuf -oL tr '\0' '\n' <"$home/from" >"$MESSAGES" &
    pids+=($!)
    "$BROWSER" "${flags[@]}" about:blank 3<"$home/to" 4>"$home/from" >"$OUT/browser.log" 2>&1 &
    pids+=($!)
    exec 7>"$home/to"
}

# Sends a command, of the page if there is one, and waits for its answer, which it leaves in `answer`.
ask() {
    local method=$1 params=${2:-'{}'} seconds=${3:-$ANSWER_SECONDS} of=''
    number=$((number + 1))
    [[ -z $session ]] || of=",\"sessionId\":\"$session\""
    printf '{"id":%d,"method":"%s","params":%s%s}\0' "$number" "$method" "$params" "$of" >&7
    within "$seconds" answered || fail "no answer to $method"
    answer=$(grep -m 1 "^{\"id\":$number," "$MESSAGES")
    [[ $answer != *'"error":{'* ]] || fail "$method: $answer"
}

answered() {
    grep -q "^{\"id\":$number," "$MESSAGES"
}

# A text field of the last answer.
field() {
    sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p" <<<"$answer"
}

# Events of the page.
events() {
    grep -E "\"method\":\"($1)\"" "$MESSAGES" | grep -F "\"sessionId\":\"$session\"" || true
}

loaded() {
    [[ -n $(events 'Page\.loadEventFired') ]]
}

# What was written to the console, by the page or by the browser about it.
console() {
    events 'Runtime\.consoleAPICalled|Runtime\.exceptionThrown|Log\.entryAdded'
}

# What was asked for, the page itself excepted.
requests() {
    events 'Network\.requestWillBeSent' | sed 's/.*"request":{"url":"\([^"]*\)".*/\1/' | grep -vxF "file://$1" || true
}

# Opens a file in a new page and waits until it has settled. It ends up in `session`.
open_page() {
    session=''
    ask Target.createTarget '{"url":"about:blank"}'
    ask Target.attachToTarget "{\"targetId\":\"$(field targetId)\",\"flatten\":true}"
    session=$(field sessionId)
    local domain
    for domain in Page Runtime Log Network; do
        ask "$domain.enable"
    done
    ask Page.navigate "{\"url\":\"file://$1\"}"
    within "$ANSWER_SECONDS" loaded || fail "$1 is not loaded"
    sleep "$SETTLE_SECONDS"
}

# Leaves the value of an expression in the page in `value`, as text without quotes. (No subshell asks: each message has a
# number of its own.)
evaluate() {
    ask Runtime.evaluate "{\"expression\":\"$1\",\"returnByValue\":true}"
    value=$(sed -n 's/.*"value":"\{0,1\}\([^"}]*\).*/\1/p' <<<"$answer")
}

# Whether the page is wider than the window.
scrolls_sideways() {
    ask Emulation.setDeviceMetricsOverride "{\"width\":$1,\"height\":900,\"deviceScaleFactor\":1,\"mobile\":false}"
    evaluate 'document.documentElement.scrollWidth > document.documentElement.clientWidth'
    [[ $value == true ]]
}

# ---- What is checked ------------------------------------------------------------------------------------------------

# A page that does what a report may not.
control() {
    local page=$OUT/control.html
    cat >"$page" <<'HTML'
<!doctype html><title>control</title><div style="width: 3000px">wide</div>
<script>console.log("said by the control")</script>
<img src="beside.png"><img src="http://127.0.0.1:9/elsewhere.png">
HTML
    open_page "$page"
    [[ $(console) == *'said by the control'* ]] || fail 'the control page writes to the console and that is not seen'
    [[ $(console) == *'Log.entryAdded'* ]] || fail 'the browser complains about the control page and that is not seen'
    [[ $(requests "$page") == *beside.png* ]] || fail 'the control page asks for a file and that is not seen'
    [[ $(requests "$page") == *elsewhere.png* ]] || fail 'the control page asks for an address and that is not seen'
    scrolls_sideways 1280 || fail 'the control page scrolls sideways and that is not seen'
    say 'the control page is seen to do what it may not'
}

# A report: its file and the heading that it must have.
check() {
    local page=$1 heading=$2 said asked width bytes
    open_page "$page"
    said=$(console)
    [[ -z $said ]] || fail "$page writes to the console: $said"
    asked=$(requests "$page")
    [[ -z $asked ]] || fail "$page asks for $asked"
    evaluate 'document.title'
    [[ $value == *"$heading"* ]] || fail "$page has no title with $heading"
    evaluate 'document.querySelector(\"h1\").textContent'
    [[ $value == *"$heading"* ]] || fail "$page has no heading $heading"
    evaluate 'String(document.querySelectorAll(\"script, iframe, object, embed, form, img\").length)'
    [[ $value == 0 ]] ||
        fail "$page holds an element that a report has not"
    for width in 390 1280; do
        ! scrolls_sideways "$width" || fail "$page scrolls sideways at $width pixels"
    done
    ask Emulation.setEmulatedMedia '{"features":[{"name":"prefers-color-scheme","value":"dark"}]}'
    ask Page.captureScreenshot '{"format":"png","captureBeyondViewport":false}'
    field data | base64 -d >"${page%.html}.png"
    ask Page.printToPDF '{"preferCSSPageSize":true,"printBackground":false}'
    field data | base64 -d >"${page%.html}.pdf"
    [[ $(head -c 5 "${page%.html}.pdf") == %PDF- ]] || fail "$page does not print"
    bytes=$(wc -c <"${page%.html}.pdf")
    ((bytes >= LEAST_PDF_BYTES)) || fail "the print of $page has $bytes bytes only"
    said=$(console)
    [[ -z $said ]] || fail "$page writes to the console when printed: $said"
    say "$(basename "$page"): no message, no request, $bytes bytes printed"
}

# Everything that a text could do to a page, in every place that takes one.
hostile_scenario() {
    local text='<script>console.log(1)</script> \"><img src=x onerror=console.log(2)> '
    text+="' onmouseover='console.log(3) </style><style>@import 'http://127.0.0.1:9/a.css';</style> --><b> "
    text+='</title></svg><svg onload=console.log(4)> <link rel=stylesheet href=http://127.0.0.1:9/b.css> '
    text+='\u202Eturned\u202C \u200Bhidden \e[31m \0 '
    text+=$(printf 'long%.0s' {1..200})
    cat <<YAML
format: roster/1
name: "Hostile $text"
notes: "$text"
budget: { tool_definitions: { max_items: 3 } }
tools:
  tool.call: { kind: control, description: "$text" }
  notes.search: { description: "$text" }
servers:
  evil:
    title: "$text"
    side_effect: network_read
    tools:
      "one $text": { description: "$text" }
      "two $text": { description: "$text" }
      "three $text": { description: "$text" }
expect:
  - name: "$text"
    defined: [notes.search]
YAML
}

write() {
    local name=$1
    shift
    "$PROGRAM" report "$@" -o "$OUT/$name" >>"$OUT/program.log"
}

trap clean_up EXIT
command -v "$BROWSER" >/dev/null || fail "there is no $BROWSER; install it (Debian: chromium)"
[[ -x $PROGRAM ]] || fail "there is no program $PROGRAM; build it first"
rm -rf "$OUT"
mkdir -p "$OUT"
home=$(mktemp -d)
write alone.html shipped:after-adr-0123.yaml
write against.html shipped:after-adr-0123.yaml --against shipped:after-adr-0124.yaml
cmp "$OUT/alone.html" tests/golden/after-adr-0123.html
hostile_scenario >"$OUT/hostile.yaml"
write hostile.html "$OUT/hostile.yaml" --against shipped:getting-started.yaml
start_browser
ask Browser.getVersion '{}' "$START_SECONDS"
say "$(field product)"
control
check "$OUT/alone.html" 'After ADR-0123'
check "$OUT/against.html" 'After ADR-0123'
check "$OUT/hostile.html" 'Hostile'
say 'all well'
