# syntax=docker/dockerfile:1

FROM node:26-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/npm-cache npm ci --cache /npm-cache --ignore-scripts
COPY . .
# Which commit this is: the repository itself is no part of the image. docker compose build --build-arg COMMIT=$(git rev-parse HEAD)
ARG COMMIT=
RUN COMMIT=$COMMIT npm run build

FROM node:26-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The embedded PostgreSQL is an optional part: in a container DATABASE_URL names the database. `--include=prod` stands in place of the
# `include=dev` of .npmrc, by which a machine with NODE_ENV=production gets what builds the application, too.
RUN --mount=type=cache,target=/npm-cache npm ci --cache /npm-cache --omit=dev --omit=optional --include=prod --ignore-scripts
# What the image is made of, for whoever has to know whether an advisory concerns it.
RUN npm sbom --omit=dev --omit=optional --include=prod --package-lock-only --sbom-format=cyclonedx > sbom.cdx.json

FROM node:26-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 METRICS_PORT=9464 DATA_DIR=/data
WORKDIR /app
RUN install --directory --owner=node --group=node /data
COPY --from=packages /app/package.json /app/sbom.cdx.json ./
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
USER node
VOLUME /data
EXPOSE 3000
# In every role: a worker and an ingest answer at METRICS_PORT, too, which nobody outside of the container reaches unless METRICS_HOST says so.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 CMD ["node", "dist/src/cli/health.js"]
CMD ["node", "--enable-source-maps", "dist/src/main.js"]
