# What a person types. Every target does its own set-up on a fresh Debian 12 with Swift.

SOURCES := Sources Tests Simulations docs Package.swift
PACKAGES := libsqlite3-dev libcurl4-openssl-dev libsodium-dev libzstd-dev libxml2-dev pkg-config
TEST_PACKAGES := apache2 nginx libnginx-mod-http-dav-ext openssl python3 sqlite3 tzdata
SERVER_PACKAGES := lighttpd lighttpd-mod-webdav rclone python3-venv php8.2-cli php8.2-xml \
  php8.2-mbstring php-sabre-dav

.PHONY: all build release test test-servers docs demo simulate same bench peers fuzz soak sanitize lint format \
  setup setup-test clean

all: build

setup:
	@.ci/install $(PACKAGES)

setup-test: setup
	@.ci/install $(TEST_PACKAGES)

build: setup
	swift build

# What people install: one file a command, no Swift runtime beside it.
release: setup
	swift build -c release --static-swift-stdlib --product jamaal
	swift build -c release --static-swift-stdlib --product jamaal-sync

lint:
	swift format lint --strict --parallel --recursive $(SOURCES)

format:
	swift format --in-place --parallel --recursive $(SOURCES)

test: setup-test lint
	@.ci/test

# New hostile inputs for the readers of bytes from elsewhere, for SECONDS.
SECONDS ?= 60
fuzz: setup
	@Tests/Fuzzing/fuzz $(SECONDS)

# Four processes that write one replica for a minute.
soak: setup-test
	SOAK_WRITES=6000 swift test --disable-xctest --filter "write to it at once"

# What wraps C libraries under AddressSanitizer, leaks among its findings, then under ThreadSanitizer;
# each has a build of its own. Tests that run our programs are left out: what a Swift constant holds
# when a program ends counts as a leak, so those want ASAN_OPTIONS=detect_leaks=0.
SANITIZED ?= FolderSyncTests|SQLiteTests
sanitize: setup-test
	swift test --disable-xctest --sanitize=address --scratch-path .build-address \
	  --filter "$(SANITIZED)"
	swift test --disable-xctest --sanitize=thread --scratch-path .build-thread --filter "$(SANITIZED)"

# The reference pages of the replica store, in .build/docs; a warning is an error.
docs: build
	@.ci/docs

# Folder sync on every server that can be had; keeps what was seen in docs/servers.md.
test-servers: setup-test
	@.ci/install $(SERVER_PACKAGES)
	@.ci/test-servers

# The main job, shown: FOLDER=directory needs no server.
FOLDER ?= webdav
demo: setup
	@swift build -c release --product jamaal
	@swift build -c release --product jamaal-sync
	@Simulations/Demo/demo "$$(swift build -c release --show-bin-path)" $(FOLDER)

# Fleets raced against each other for some minutes; the page that it names works offline.
MINUTES ?= 5
simulate: setup
	swift build -c release --product jamaal-sim
	"$$(swift build -c release --show-bin-path)"/jamaal-sim hunt --seeds 1..1000000 --jobs 2 \
	  --minutes $(MINUTES) --scopes --report .build/rollover-race.html
	@echo "Open .build/rollover-race.html"

# Some worlds, lived through in a debug and a release build: every step has to be the same.
same: setup
	@.ci/same

bench: setup
	swift run -c release jamaal-bench

# Other stores on the same records, from PyPI, in a throw-away environment.
peers: setup
	Simulations/Benchmarks/peers/compare.py

clean:
	rm -rf .build .build-*
