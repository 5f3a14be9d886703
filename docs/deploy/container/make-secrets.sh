#!/bin/sh
# Makes what the containers keep from each other's view and from the environment, once: run by compose.yaml as root in a
# container without a network. What is there stays.
set -eu
umask 077
folder=${1:-/run/secrets/readout}
random() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }
make() {
  [ -s "$folder/$1" ] && return
  printf %s "$2" >"$folder/$1.new"
  chown "${3:-10001:10001}" "$folder/$1.new"
  chmod 400 "$folder/$1.new"
  mv "$folder/$1.new" "$folder/$1"
}
mkdir -p "$folder"
chmod 711 "$folder"
make postgres-password "$(random)" 0:0
make readout-secret "$(random)"
make database-url "postgres://readout:$(cat "$folder/postgres-password")@database:5432/readout"
