#!/usr/bin/env bash
# Drives the real program on a virtual screen, as a person would: it opens, shows something, reacts to a hand, rests
# when left alone, and closes. Also starts it where there is no screen at all.
#
# Usage: tests/desktop.sh [PROGRAM [SCENARIO]]
#
# Needs Xvfb, xdotool and ImageMagick (Debian: xvfb xdotool imagemagick). It touches no other display and no settings
# of the person who runs it. What it saw is kept in target/desktop/.

set -euo pipefail
cd "$(dirname "$0")/.."

readonly PROGRAM=${1:-target/debug/roster}
readonly SCENARIO=${2:-scenarios/after-adr-0123.yaml}

# ---- What depends on the program's looks and words -----------------------------------------------------------------
# A hand's actions, one a line: `click X Y` (pixels of the window), `key NAME` (as xdotool names keys), `type TEXT`.
readonly WINDOW_TITLE='Roster'
# The switch of the integration `Calling`.
readonly TOGGLE=('click 14 119')
readonly UNDO=('key ctrl+z')
readonly CLOSE=('key ctrl+q')
# What standard error says where there is no screen.
readonly NO_WINDOW='no window:'

# ---- What counts as working ----------------------------------------------------------------------------------------
readonly SCREEN=1280x800x24
readonly SCREEN_SECONDS=10      # until the virtual screen is there
readonly WINDOW_SECONDS=60      # until the window is there: software rendering on a busy machine is slow
readonly SETTLE_SECONDS=30      # until two pictures in a row are the same
readonly REACTION_SECONDS=10    # until an action shows
readonly EXIT_SECONDS=15        # until the program has ended
readonly LEAST_COLOURS=30       # text alone has more shades than that
readonly LEAST_CHANGED=100      # pixels: more than a pointer or a focus ring
readonly IDLE_SECONDS=5
readonly MOST_IDLE_TICKS=5      # hundredths of a second of processor time while idle

readonly OUT=target/desktop
screen_pid=''
program_pid=''
home=''
opened=''

fail() {
    printf 'desktop: FAILED: %s\n' "$*" >&2
    exit 1
}

say() {
    printf 'desktop: %s\n' "$*"
}

clean_up() {
    local status=$?
    local pid
    for pid in "$program_pid" "$screen_pid"; do
        if [[ -n $pid ]]; then
            kill "$pid" 2>/dev/null || true
            wait "$pid" 2>/dev/null || true
        fi
    done
    if [[ -n $home ]]; then
        rm -rf "$home"
    fi
    if ((status != 0)); then
        printf 'desktop: pictures and logs are in %s\n' "$OUT" >&2
        tail -n 20 "$OUT"/*.log >&2 || true
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
        sleep 0.2
    done
}

check_tools() {
    local tool
    for tool in Xvfb xdotool import compare identify; do
        command -v "$tool" >/dev/null || fail "$tool is missing (Debian: apt-get install xvfb xdotool imagemagick)"
    done
    [[ -x $PROGRAM ]] || fail "there is no program $PROGRAM; build it with cargo build"
    [[ -f $SCENARIO ]] || fail "there is no scenario $SCENARIO"
}

# ---- Without a screen ----------------------------------------------------------------------------------------------

# Expects the plan as `roster plan` prints it, a word about the missing window, and success.
expect_plan_as_text() {
    local name=$1 status=0
    shift
    env -u DISPLAY -u WAYLAND_DISPLAY -u WAYLAND_SOCKET HOME="$home" "$@" "$PROGRAM" "$SCENARIO" \
        >"$OUT/$name.txt" 2>"$OUT/$name.log" </dev/null || status=$?
    ((status == 0)) || fail "$name: exit status $status, expected 0"
    grep -qF -- "$NO_WINDOW" "$OUT/$name.log" || fail "$name: standard error does not say \"$NO_WINDOW\""
    [[ -s $OUT/$name.txt ]] || fail "$name: no plan on standard output"
    cmp "$OUT/plan.txt" "$OUT/$name.txt" || fail "$name: not the plan that 'plan' prints"
    say "$name: the plan as text, and why"
}

check_without_screen() {
    local status=0
    "$PROGRAM" plan "$SCENARIO" >"$OUT/plan.txt" 2>"$OUT/plan.log" || status=$?
    # 1 says that the plan failed, which is the scenario's business, not this test's.
    ((status <= 1)) || fail "plan $SCENARIO: exit status $status"
    expect_plan_as_text no-display
    expect_plan_as_text wrong-display DISPLAY=:9876
}

# ---- With one ------------------------------------------------------------------------------------------------------

start_screen() {
    # Xvfb itself looks for a free number and tells it once it takes connections.
    Xvfb -displayfd 3 -screen 0 "$SCREEN" -nolisten tcp 3>"$OUT/display" >"$OUT/xvfb.log" 2>&1 &
    screen_pid=$!
    within "$SCREEN_SECONDS" test -s "$OUT/display" || fail "the virtual screen did not start"
    DISPLAY=:$(<"$OUT/display")
    export DISPLAY
    say "virtual screen $DISPLAY, $SCREEN"
}

start_program() {
    mkdir -m 700 "$home/run"
    # A copy, because it is changed on the way.
    cp -r "$(dirname "$SCENARIO")" "$home/scenarios"
    opened=$home/scenarios/$(basename "$SCENARIO")
    env -u WAYLAND_DISPLAY -u WAYLAND_SOCKET -u XDG_CONFIG_HOME -u XDG_DATA_HOME -u XDG_CACHE_HOME -u XDG_STATE_HOME \
        HOME="$home" XDG_RUNTIME_DIR="$home/run" LIBGL_ALWAYS_SOFTWARE=1 RUST_BACKTRACE=1 \
        "$PROGRAM" "$opened" >"$OUT/program-out.log" 2>"$OUT/program.log" </dev/null &
    program_pid=$!
    within "$WINDOW_SECONDS" window_or_end || fail "no window titled $WINDOW_TITLE after $WINDOW_SECONDS s"
    expect_alive
    window=$(find_window)
    # There is no window manager to give it the keyboard.
    xdotool windowfocus "$window"
    say "window: $(xdotool getwindowname "$window")"
}

find_window() {
    xdotool search --onlyvisible --name "$WINDOW_TITLE" 2>/dev/null | head -n 1 | grep .
}

window_or_end() {
    has_ended || find_window >/dev/null
}

has_ended() {
    # A process that has ended but was not waited for is Z.
    ! [[ -r /proc/$program_pid/stat ]] || [[ $(process_fields | cut -d ' ' -f 1) == Z ]]
}

# The fields of /proc/PID/stat from the state on; the name before it may hold anything.
process_fields() {
    sed 's/^.*) //' "/proc/$program_pid/stat" 2>/dev/null || echo Z
}

expect_alive() {
    ! has_ended || fail "the program has ended by itself"
    ! grep -q 'panicked at' "$OUT/program.log" || fail "the program has panicked"
}

picture() {
    import -window root "$OUT/$1.png"
}

# How many pixels differ.
difference() {
    local status=0 pixels
    pixels=$(compare -metric AE "$OUT/$1.png" "$OUT/$2.png" null: 2>&1) || status=$?
    ((status <= 1)) || fail "cannot compare $1 with $2: $pixels"
    # A large number comes as 1.024e+06.
    LC_ALL=C printf '%.0f\n' "$pixels"
}

same_twice() {
    picture "$1"
    sleep 0.5
    picture again
    [[ $(difference "$1" again) == 0 ]]
}

settled_picture() {
    within "$SETTLE_SECONDS" same_twice "$1" || fail "the window does not come to rest (picture $1)"
    rm -f "$OUT/again.png"
    expect_alive
}

expect_content() {
    local colours
    colours=$(identify -format %k "$OUT/$1.png")
    ((colours >= LEAST_COLOURS)) || fail "the window looks blank: $colours colours (picture $1)"
    say "picture $1: $colours colours"
}

act() {
    local action rest
    read -r action rest <<<"$1"
    case $action in
    click)
        point "$1"
        xdotool click 1
        ;;
    key) xdotool key --clearmodifiers "$rest" ;;
    type) xdotool type --delay 30 -- "$rest" ;;
    *) fail "no such action: $1" ;;
    esac
    sleep 0.3
}

# Moves the pointer where the action will be, so that a hover effect is not taken for a reaction.
point() {
    local action x y
    read -r action x y <<<"$1"
    if [[ $action == click ]]; then
        xdotool mousemove --window "$window" "$x" "$y"
        sleep 0.3
    fi
}

differs_enough() {
    picture "$2"
    (($(difference "$1" "$2") >= LEAST_CHANGED))
}

check_reaction() {
    local step
    point "${TOGGLE[0]}"
    settled_picture before
    expect_content before
    for step in "${TOGGLE[@]}"; do
        act "$step"
    done
    within "$REACTION_SECONDS" differs_enough before after || fail "nothing changed after: ${TOGGLE[*]}"
    settled_picture after
    differs_enough before after || fail "the change did not last: ${TOGGLE[*]}"
    say "pictures before and after (${TOGGLE[*]}): $(difference before after) pixels differ"
}

ticks() {
    process_fields | awk '{ print $12 + $13 }'
}

check_idle() {
    local start used
    sleep 1
    start=$(ticks)
    sleep "$IDLE_SECONDS"
    used=$(($(ticks) - start))
    expect_alive
    ((used <= MOST_IDLE_TICKS)) || fail "busy while idle: $used ticks in $IDLE_SECONDS s"
    say "idle: $used ticks in $IDLE_SECONDS s"
}

# The opened file changes on disk, as by an editor that saves over it: the window follows, and rests again.
check_reload() {
    local step
    # With a what-if that is not saved the window would ask, now and when it closes.
    for step in "${UNDO[@]}"; do
        act "$step"
    done
    settled_picture before-reload
    sed 's/^name: .*/name: Changed on disk/' "$opened" >"$opened.tmp"
    mv "$opened.tmp" "$opened"
    within "$REACTION_SECONDS" differs_enough before-reload after-reload || fail "the changed file was not read again"
    settled_picture after-reload
    say "the changed file was read again: $(difference before-reload after-reload) pixels differ"
}

check_close() {
    local step status=0
    for step in "${CLOSE[@]}"; do
        act "$step"
    done
    within "$EXIT_SECONDS" has_ended || fail "still running $EXIT_SECONDS s after: ${CLOSE[*]}"
    wait "$program_pid" || status=$?
    program_pid=''
    ((status == 0)) || fail "exit status $status after: ${CLOSE[*]}"
    ! grep -q 'panicked at' "$OUT/program.log" || fail "the program has panicked while closing"
    say "closed with status 0"
}

trap clean_up EXIT
trap 'exit 130' INT TERM
check_tools
rm -rf "$OUT"
mkdir -p "$OUT"
home=$(mktemp -d)
check_without_screen
start_screen
start_program
check_reaction
check_idle
check_reload
check_idle
check_close
say "all well; pictures in $OUT"
