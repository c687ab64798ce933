#!/bin/sh
# Starts the broker in its container, as its own user. Keeps the sensors' accounts and renews the application's. The password comes by the
# environment and never stands on a command line, where everything on the machine could read it.
set -eu
umask 077
data=${MOSQUITTO_DATA:-/mosquitto/data} config=${MOSQUITTO_CONFIG:-/mosquitto/config} certs=${MOSQUITTO_CERTS:-/mosquitto/certs}
work=${MOSQUITTO_WORK:-/tmp/mosquitto}
mkdir -p "$work"

printf 'opony:%s\n' "$MQTT_PASSWORD" >"$work/application"
mosquitto_passwd -U "$work/application"
touch "$data/passwords"
{ grep -v '^opony:' "$data/passwords" || true; cat "$work/application"; } >"$work/passwords"
cat "$work/passwords" >"$data/passwords"
chmod 0600 "$data/passwords"

# For the health check: mosquitto_sub reads its options from here (XDG_CONFIG_HOME).
printf -- '-p 1884\n-u opony\n-P %s\n' "$MQTT_PASSWORD" >"$work/mosquitto_sub"
rm -f "$work/application" "$work/passwords"
unset MQTT_PASSWORD

cat "$config/mosquitto.conf" >"$work/mosquitto.conf"
if [ -r "$certs/server.pem" ] && [ -r "$certs/server.key" ]; then
  cat "$config/mosquitto-tls.conf" >>"$work/mosquitto.conf"
else
  echo "Without $certs/server.pem and server.key sensors have no encrypted listener (8883)." >&2
fi
exec mosquitto -c "$work/mosquitto.conf"
