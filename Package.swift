// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
]

/// Modules that wrap a C library also mark every unsafe use of it.
let wrapper: [SwiftSetting] = strict + [.strictMemorySafety()]

let package = Package(
  name: "jamaal",
  products: [
    .library(name: "ReplicaStore", targets: ["ReplicaStore"]),
    .library(name: "FolderSync", targets: ["FolderSync"]),
    .library(name: "JamaalCore", targets: ["JamaalCore"]),
    .executable(name: "jamaal", targets: ["jamaal"]),
    .executable(name: "jamaal-sync", targets: ["jamaal-sync"]),
    .executable(name: "jamaal-sim", targets: ["jamaal-sim"]),
    .executable(name: "jamaal-bench", targets: ["jamaal-bench"]),
  ],
  targets: [
    // C libraries of the system, one module map and header shim each.
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
      name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(
      name: "CXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(
      name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
    .systemLibrary(
      name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),

    // The general library: records with clocks, and folders they meet in.
    .target(name: "SQLite", dependencies: ["CSQLite"], swiftSettings: wrapper),
    .target(name: "ReplicaStore", dependencies: ["SQLite"], swiftSettings: strict),
    .target(
      name: "FolderSync",
      dependencies: ["ReplicaStore", "SQLite", "CCurl", "CXML2", "CZstd", "CSodium"],
      swiftSettings: wrapper),

    // The planner.
    .target(
      name: "JamaalCore", dependencies: ["ReplicaStore", "SQLite"], swiftSettings: strict),
    .target(name: "JamaalVoice", dependencies: ["JamaalCore"], swiftSettings: strict),
    .target(name: "CommandLineKit", swiftSettings: strict),
    // Where things live on a machine: shared by the executables.
    .target(
      name: "JamaalHome",
      dependencies: ["CommandLineKit", "JamaalCore", "ReplicaStore", "SQLite"],
      swiftSettings: strict),
    .executableTarget(
      name: "jamaal",
      dependencies: [
        "JamaalCore", "JamaalHome", "JamaalVoice", "CommandLineKit", "ReplicaStore", "SQLite",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "jamaal-sync",
      dependencies: ["FolderSync", "JamaalCore", "JamaalHome", "CommandLineKit", "ReplicaStore"],
      swiftSettings: strict),

    // Simulations import everything above; nothing imports them.
    // A disk that fails where it is told to; the tests of the store use it too.
    .target(
      name: "WorldDisk", dependencies: ["CSQLite"], path: "Simulations/WorldDisk",
      swiftSettings: strict),
    .target(
      name: "Simulator",
      dependencies: ["WorldDisk", "JamaalCore", "FolderSync", "ReplicaStore", "SQLite"],
      path: "Simulations/Simulator", swiftSettings: strict),
    .executableTarget(
      name: "jamaal-sim", dependencies: ["Simulator", "CommandLineKit", "SQLite"],
      path: "Simulations/jamaal-sim", swiftSettings: strict),
    .executableTarget(
      name: "jamaal-bench",
      dependencies: [
        "CommandLineKit", "JamaalCore", "FolderSync", "ReplicaStore", "SQLite", "CSQLite",
        "TestSupport",
      ],
      path: "Simulations/Benchmarks", exclude: ["peers"], swiftSettings: strict),

    // The program of docs/embedding.md, built and run by the tests.
    .executableTarget(
      name: "shopping-list", dependencies: ["FolderSync", "ReplicaStore"],
      path: "docs/embedding", swiftSettings: strict),

    // What hostile bytes are given to, by `make fuzz` and by the tests.
    .target(
      name: "DecoderTrial", dependencies: ["FolderSync", "ReplicaStore"], path: "Tests/Fuzzing",
      exclude: ["Fuzzer", "Corpus", "fuzz"], swiftSettings: strict),

    // Tests: one folder a module.
    .target(
      name: "TestSupport", dependencies: ["ReplicaStore", "FolderSync", "JamaalCore"],
      path: "Tests/TestSupport", swiftSettings: strict),
    .executableTarget(
      name: "replica-worker", dependencies: ["ReplicaStore", "TestSupport"],
      path: "Tests/ReplicaWorker", swiftSettings: strict),
    .testTarget(
      name: "SQLiteTests", dependencies: ["SQLite", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "ReplicaStoreTests",
      dependencies: [
        "ReplicaStore", "SQLite", "WorldDisk", "DecoderTrial", "TestSupport", "CSodium",
        "replica-worker",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "FolderSyncTests",
      dependencies: ["FolderSync", "ReplicaStore", "WorldDisk", "TestSupport", "shopping-list"],
      swiftSettings: strict),
    .testTarget(
      name: "JamaalCoreTests", dependencies: ["JamaalCore", "ReplicaStore", "TestSupport"],
      exclude: ["PrayerTimes/Data"], swiftSettings: strict),
    .testTarget(
      name: "CommandLineKitTests", dependencies: ["CommandLineKit", "TestSupport"],
      exclude: ["Golden"], swiftSettings: strict),
    .testTarget(
      name: "JamaalTests",
      dependencies: [
        "jamaal", "jamaal-sync", "shopping-list", "CommandLineKit", "SQLite", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "SimulatorTests", dependencies: ["Simulator", "TestSupport"], exclude: ["Corpus"],
      swiftSettings: strict),
  ]
)

// Only libFuzzer brings the `main` that calls it.
if Context.environment["FUZZING"] != nil {
  package.targets.append(
    .executableTarget(
      name: "decoder-fuzzer", dependencies: ["DecoderTrial"], path: "Tests/Fuzzing/Fuzzer",
      swiftSettings: strict))
}

// The tests live through years of worlds: what lives in them is then built as it is released, with
// everything else as always. Nobody who depends on this package may be asked for such flags.
if Context.environment["OPTIMIZED"] != nil {
  let lived = ["SQLite", "ReplicaStore", "FolderSync", "JamaalCore", "WorldDisk", "Simulator"]
  for target in package.targets where lived.contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-O"]))
  }
}
