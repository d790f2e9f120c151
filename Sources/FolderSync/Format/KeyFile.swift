import FoundationEssentials
import ReplicaStore

/// How slow it is to try a passphrase (Argon2id).
public struct KeyCost: Hashable, Sendable {
  /// How often the memory is gone through.
  public var passes: Int
  /// How much memory it takes.
  public var memoryBytes: Int

  /// Under a second and a quarter of a gigabyte.
  public static let standard = KeyCost(passes: 3, memoryBytes: 256 << 20)

  /// Makes a cost.
  ///
  /// - Parameters:
  ///   - passes: How often the memory is gone through.
  ///   - memoryBytes: How much memory it takes.
  public init(passes: Int, memoryBytes: Int) {
    self.passes = passes
    self.memoryBytes = memoryBytes
  }

  /// Whether a file may ask for it; more would let whoever hosts the folder stop the machine.
  var isBearable: Bool {
    (1...64).contains(passes) && (8192...(1 << 30)).contains(memoryBytes)
  }
}

/// A key slot: the folder's keys as one passphrase opens them.
struct SlotFile: Codable, Equatable {
  var kind = "slot"
  /// How many key files there were before it, plus one.
  var number: Int
  /// Sixteen hexadecimal digits.
  var slot: String
  var passes: Int
  var memory: Int
  var salt: String
  /// To whom later keys are addressed.
  var address: String
  /// The keys, sealed with one made from the passphrase.
  var keys: String
  /// What people call it, sealed with the folder's key.
  var label: String
  /// The folder's key that proves the file.
  var by: String
  var proof = ""

  /// What the proof covers: every field, in order.
  func provenText(folder: String) -> String {
    [
      "slot", folder, "\(number)", slot, "\(passes)", "\(memory)", salt, address, keys, label, by,
    ].joined(separator: "\n")
  }

  /// What has to be the same when the keys are opened.
  func context(folder: String) -> [UInt8] {
    Array(
      ["slot", folder, slot, "\(passes)", "\(memory)", salt, address].joined(separator: "\n").utf8)
  }

  func labelContext(folder: String) -> [UInt8] { Array("label\n\(folder)\n\(slot)".utf8) }
}

/// A new key of the folder, addressed to the slots that stay.
struct RenewalFile: Codable, Equatable {
  /// One slot that the new key is for.
  struct Copy: Codable, Equatable {
    var slot: String
    var box: String
  }

  var kind = "renewal"
  var number: Int
  /// The name of the new key.
  var key: String
  /// The name of the key before.
  var after: String
  var copies: [Copy]
  /// The slots that open nothing any more.
  var revoked: [String]
  /// Made with the key before, by which those who have it know the new one.
  var proof = ""
  /// Made with the new key, by which those who have it know whom it went to.
  var ownProof = ""

  func provenText(folder: String) -> String {
    let copies = copies.map { "\($0.slot) \($0.box)" }.joined(separator: ",")
    return ["renewal", folder, "\(number)", key, after, copies, revoked.joined(separator: ",")]
      .joined(separator: "\n")
  }
}

/// A file in `keys/`, named after its number and its content.
enum KeyFile: Equatable {
  case slot(SlotFile)
  case renewal(RenewalFile)

  static let directory: FolderDirectory = "keys"
  static let byteCountMax = 256 * 1024
  /// The highest number that a file can have.
  static let numberMax = 1_000_000
  /// The most key files that are read.
  static let countMax = 500

  private struct Kind: Codable {
    var kind: String
  }

  var number: Int {
    switch self {
    case .slot(let file): file.number
    case .renewal(let file): file.number
    }
  }

  /// The file: one line of JSON, and where it goes.
  func encoded() throws(FolderError) -> (path: FolderPath, bytes: [UInt8]) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    do {
      let data =
        switch self {
        case .slot(let file): try encoder.encode(file)
        case .renewal(let file): try encoder.encode(file)
        }
      let bytes = [UInt8](data) + [UInt8(ascii: "\n")]
      if let path = FolderPath(Self.directory, Self.name(number, bytes)) { return (path, bytes) }
    } catch {
      // Plain texts and numbers always encode; the refusal below is for the impossible.
    }
    throw FolderError(.refused, "A key file could not be made.")
  }

  /// Reads a file; `nil` if its name does not go with it, or it is of a kind not known here.
  init?(_ bytes: [UInt8], name: String) {
    guard name.hasSuffix(Self.ending(bytes)) else { return nil }
    let decoder = JSONDecoder()
    let data = Data(bytes)
    // Whatever cannot be read is no key file of ours; who needs it is told that it is missing.
    guard let kind = try? decoder.decode(Kind.self, from: data).kind else { return nil }
    switch kind {
    case "slot":
      guard let file = try? decoder.decode(SlotFile.self, from: data) else { return nil }
      self = .slot(file)
    case "renewal":
      guard let file = try? decoder.decode(RenewalFile.self, from: data) else { return nil }
      self = .renewal(file)
    default: return nil
    }
    guard (1...Self.numberMax).contains(number), name == Self.name(number, bytes) else {
      return nil
    }
  }

  private static func name(_ number: Int, _ bytes: [UInt8]) -> String {
    "k-\(number)\(ending(bytes))"
  }

  private static func ending(_ bytes: [UInt8]) -> String {
    "-\(Hexadecimal.text(BLAKE2b.hash(bytes, digestByteCount: 32).prefix(8))).json"
  }
}
