#!/usr/bin/env bash
# Runs a command as on a machine on which only Node is installed: no browser, ffmpeg, PDF tools,
# Postgres, Helm, display, curl, openssl or Python, no font but DejaVu, and an empty home folder,
# npm cache and cache of Tintype.
#   scripts/bare-machine.sh bash -c 'npm ci && npm test'
# Hiding programs needs a mount namespace, and so root on Linux. Without one, the script warns, and
# the command runs with an empty home folder and npm cache alone.
set -euo pipefail
if [ $# -eq 0 ]; then
  sed -n '2,7p' "$0" | cut -c3-
  exit 2
fi

home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
for name in $(compgen -e); do
  case $name in
    TINTYPE_* | CHROME_PATH | PUPPETEER_* | PLAYWRIGHT_* | DISPLAY | XDG_*) unset "$name" ;;
  esac
done
export HOME="$home/home" npm_config_cache="$home/npm"
mkdir "$HOME"

if ! unshare --mount true 2>/dev/null; then
  {
    echo '####################################################################################'
    echo '# NOT A BARE MACHINE: no mount namespace is available (it takes Linux and root).    #'
    echo '# Its programs and fonts stay visible; only the home folder and npm cache are new. #'
    echo '####################################################################################'
  } >&2
  "$@"
  exit
fi

# The cache of root is in /var/cache, where the user that the browser runs as can read it.
chmod 755 "$home"
mkdir "$home/empty" "$home/cache"
# shellcheck disable=SC2016 # expanded by the inner shell
unshare --mount --propagation private bash -c '
  set -euo pipefail
  shopt -s nullglob
  base=$1
  shift
  hide() {
    for path in "$@"; do
      if [ -d "$path" ]; then
        mount --bind "$base/empty" "$path"
      elif [ -e "$path" ]; then
        mount --bind /dev/null "$path"
      fi
    done
  }
  programs=(
    chromium chromium-browser chromium-headless-shell chromedriver google-chrome
    google-chrome-stable microsoft-edge brave-browser firefox
    ffmpeg ffprobe gs mutool qpdf exiftool convert magick sox
    pdfinfo pdffonts pdfimages pdftotext pdftoppm pdftocairo
    helm kubectl docker Xvfb xvfb-run psql pg_ctl curl wget openssl jq
    python3
  )
  IFS=: read -ra folders <<<"$PATH:/usr/bin:/usr/local/bin:/snap/bin"
  for folder in "${folders[@]}"; do
    hide "${programs[@]/#/$folder/}"
  done
  hide /usr/lib/chromium* /usr/lib/postgresql /opt/{google,microsoft,brave.com} /usr/share/applications
  for fonts in /usr/share/fonts/*/* /usr/local/share/fonts/*; do
    [ "$(basename "$fonts")" = dejavu ] || hide "$fonts"
  done
  mount --bind "$base/cache" /var/cache
  exec "$@"
' bare-machine "$home" "$@"
