import CommandLineKit
import Simulator

extension Session {
  /// Lives through a saved plan, or through all plans of a directory.
  ///
  /// - Returns: The exit status.
  /// - Throws: `UsageError` if there is no such bug.
  func replay() throws(UsageError) -> Int32 {
    let bug = try bug()
    let path = invocation.argument("FILE") ?? ""
    guard let names = Files.names(in: path) else {
      guard let plan = Self.plan(at: path) else { return 2 }
      return Self.live(plan, bug: bug, tellsAll: invocation.has("story"))
    }
    var failed = 0
    var passed = 0
    for name in names where name.hasSuffix(".json") {
      guard let plan = Self.plan(at: "\(path)/\(name)") else { return 2 }
      if let violation = World(plan, bug: bug).run().violation {
        Self.say("\(name) FAILED \(violation)")
        failed += 1
      } else {
        passed += 1
      }
    }
    Self.say("\(passed) passed, \(failed) failed")
    if passed + failed == 0 { return 2 }
    return failed == 0 ? 0 : 1
  }

  /// Reads a plan, and says why it cannot.
  ///
  /// - Parameter path: The file.
  /// - Returns: The plan; `nil` once the reason is told.
  static func plan(at path: String) -> Plan? {
    guard let bytes = Files.read(path) else {
      complain("\(path) cannot be read. Name a file that run --plan or shrink --out wrote.")
      return nil
    }
    do throws(PlanError) {
      return try Plan(json: bytes)
    } catch {
      complain("\(path): \(error)")
      return nil
    }
  }
}
