# syntax=docker/dockerfile:1

FROM node:26-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/npm-cache npm ci --cache /npm-cache --ignore-scripts
COPY . .
RUN npm run build

FROM node:26-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The embedded PostgreSQL is an optional part: in a container DATABASE_URL names the database.
RUN --mount=type=cache,target=/npm-cache npm ci --cache /npm-cache --omit=dev --omit=optional --ignore-scripts
# What the image is made of, for whoever has to know whether an advisory concerns it.
RUN npm sbom --omit=dev --omit=optional --package-lock-only --sbom-format=cyclonedx > sbom.cdx.json

FROM node:26-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
RUN install --directory --owner=node --group=node /data
COPY --from=packages /app/package.json /app/sbom.cdx.json ./
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then(answer => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/src/main.js"]
