#!/bin/sh
# Run by the image of PostgreSQL in a new volume (/docker-entrypoint-initdb.d), and by hand in an older one:
#   docker compose exec postgres sh /docker-entrypoint-initdb.d/init-roles.sh
set -eu
psql() { command psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" "$@"; }
psql --single-transaction --file=/roles/roles.sql
# Passwords come by the environment of psql, so that no list of processes shows them.
psql <<'SQL'
\getenv owner_password OPONY_OWNER_PASSWORD
\getenv app_password OPONY_APP_PASSWORD
alter role opony_owner password :'owner_password';
alter role opony_app password :'app_password';
SQL
