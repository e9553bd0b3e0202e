# An image of the server: docker build -t giog . && docker run -p 8080:8080 -v giog:/data giog
# The binary needs nothing at run time but its data folder. It uses SQLite there unless DATABASE_URL says otherwise.
# It is of the server alone: `giog-mcp`, for language models, runs where their host runs (docs/MCP.md).

ARG RUST_VERSION=1.95
ARG NODE_VERSION=24
ARG DEBIAN=trixie

# The page's bundle, which the binary has in it.
FROM node:${NODE_VERSION}-${DEBIAN}-slim AS page
WORKDIR /src
COPY web web
COPY kit/js kit/js
RUN web/build

FROM rust:${RUST_VERSION}-slim-${DEBIAN} AS build
WORKDIR /src
COPY . .
COPY --from=page /src/web/dist web/dist
# The caches are not part of the image, so the same step copies the binary out of them. The binary keeps names of functions,
# for stack traces, but not line numbers, which are four fifths of the size.
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/src/target \
    cargo build --profile dist --locked --package giog \
    && install -D target/dist/giog /out/giog \
    && strip --strip-debug /out/giog

FROM debian:${DEBIAN}-slim
RUN groupadd --gid 10001 giog \
    && useradd --uid 10001 --gid giog --home-dir /data --no-create-home --shell /usr/sbin/nologin giog \
    && install --directory --owner giog --group giog --mode 0700 /data
# For connections to databases with TLS, and for `giog verify` with an https:// address.
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
COPY --from=build /out/giog /usr/local/bin/giog

USER giog
WORKDIR /data
# The signing key and, with SQLite, the database: make this a volume, and back it up.
VOLUME /data
# The operator's interface, for `giog admin` in this container and for Prometheus in its network. Do not publish this port.
ENV GIOG_DATA_DIR=/data \
    GIOG_LISTEN=0.0.0.0:8080 \
    GIOG_OPERATOR__LISTEN=0.0.0.0:8081
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=15s --retries=4 CMD ["giog", "health"]
ENTRYPOINT ["giog"]
CMD ["serve"]
