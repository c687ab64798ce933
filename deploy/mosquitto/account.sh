#!/bin/sh
# Sets the application's password at the broker, read from standard input: it stands on no command line. The sensors' accounts stay.
#   openssl rand -hex 24 | tee /dev/tty | sh deploy/mosquitto/account.sh
set -eu
umask 077
file=${1:-/etc/mosquitto/opony-passwords}
IFS= read -r password
draft=$(mktemp)
trap 'rm -f "$draft"' EXIT
printf 'opony:%s\n' "$password" >"$draft"
mosquitto_passwd -U "$draft"
touch "$file"
others=$(grep -v '^opony:' "$file" || true)
{ [ -z "$others" ] || printf '%s\n' "$others"; cat "$draft"; } >"$file.new"
cat "$file.new" >"$file"
rm -f "$file.new"
# Debian's broker reads it as its own user.
if id mosquitto >/dev/null 2>&1 && [ "$(id -u)" -eq 0 ]; then chown mosquitto: "$file"; fi
chmod 0600 "$file"
