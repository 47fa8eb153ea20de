# The app and the schema job. The Collector and ClickHouse come as their own official images: docker-compose.yml.
FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /desk
COPY package.json package-lock.json .npmrc ./
COPY otel/package.json otel/
COPY .ci/release/lock-file.ts .ci/release/reduce-lock.ts .ci/release/
# Without the embedded engine (chdb, half a gigabyte, and ffi-rs) and the Node of npm: here a server and the base image take their places.
RUN --mount=type=cache,target=/root/.npm \
    node .ci/release/reduce-lock.ts chdb ffi-rs node \
 && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error

FROM packages AS build
COPY . .
RUN npm run build

FROM packages AS production
RUN npm prune --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund --loglevel=error

FROM node:24.21.0-bookworm-slim
# docker build --build-arg VERSION=0.3.0 --build-arg REVISION=$(git rev-parse HEAD)
ARG VERSION=0.3.0 REVISION=
LABEL org.opencontainers.image.title="Errata" \
      org.opencontainers.image.description="An error tracker and trace viewer built on OpenTelemetry and ClickHouse." \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$REVISION" \
      org.opencontainers.image.base.name="docker.io/library/node:24.21.0-bookworm-slim"
ENV NODE_ENV=production ERRATA_DATA_DIR=/var/lib/errata
# For the secret key, if ERRATA_SECRET_KEY gives none: a volume.
RUN install -d -o 1000 -g 1000 /var/lib/errata
WORKDIR /desk
COPY --from=production /desk/node_modules node_modules
COPY --from=production /desk/otel otel
COPY --from=build /desk/otel/dist otel/dist
COPY --from=build /desk/build build
COPY --from=build /desk/server server
COPY --from=build /desk/search/insert-expressions.ts search/
COPY --from=build /desk/store/schema store/schema
COPY --from=build /desk/store/noise/drop-rules.ts store/noise/
COPY --from=build /desk/collector/guard-queue.ts /desk/collector/read-queue-file.ts collector/
COPY --from=build /desk/supervisor/load-env-file.ts /desk/supervisor/otlp-access.ts /desk/supervisor/secret-key.ts /desk/supervisor/start-error.ts supervisor/
COPY --from=build /desk/package.json /desk/config.ts /desk/unknown-settings.ts /desk/instrument.ts /desk/server.ts /desk/LICENSE /desk/NOTICE ./
# The user "node" of the base image, by number, so that Kubernetes can see that it is not root.
USER 1000:1000
EXPOSE 3000
CMD ["node", "--import", "./instrument.ts", "server.ts"]
