# The server in an image of its own: docker build -t giog . && docker run -p 8080:8080 -v giog:/data giog
# The binary needs nothing at run time but its data folder. It uses SQLite there unless DATABASE_URL says otherwise.

ARG RUST_VERSION=1.95
ARG DEBIAN=trixie

FROM rust:${RUST_VERSION}-slim-${DEBIAN} AS build
WORKDIR /src
COPY . .
# The caches stay out of the image, so the binary is copied out of them in the same step. Names of functions stay in it,
# for reports of faults; line numbers do not, which are four fifths of the size.
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/src/target \
    cargo build --release --locked --package giog \
    && install -D target/release/giog /out/giog \
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
# The signing key, and the database where it is SQLite: to be kept, and backed up.
VOLUME /data
# The operator's side is for `giog admin` in this container, and for Prometheus in its network; publish it to nobody.
ENV GIOG_DATA_DIR=/data \
    GIOG_LISTEN=0.0.0.0:8080 \
    GIOG_OPERATOR__LISTEN=0.0.0.0:8081
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=15s --retries=4 CMD ["giog", "health"]
ENTRYPOINT ["giog"]
CMD ["serve"]
