import Glibc
import Testing

@Suite("A disk that is full, a place that cannot be written")
struct LimitsTests {
  @Test func `a write that does not fit changes nothing`() throws {
    let machine = try Machine()
    try machine.expect(0, "add", "one", "-d", "today")
    let note = String(repeating: "n", count: 100_000)
    // In blocks of 512 bytes; dash counts so.
    let ended = try machine.shell("ulimit -f 64; $jamaal add two -d today --note \(note)")
    #expect(ended.status == 1 && ended.output.isEmpty)
    #expect(ended.errors.contains("Free some space"))
    #expect(try machine.todayTitles() == ["one"])
    try machine.expect(0, "doctor", "--rebuild")
    try machine.expect(0, "add", "three", "-d", "today")
  }

  @Test func `a replica that does not fit is not there at all`() throws {
    let machine = try Machine(hasReplica: false)
    let ended = try machine.shell("ulimit -f 8; $jamaal init")
    #expect(ended.status == 1 && ended.errors.contains("No replica could be made"))
    #expect(try machine.shell("ls -A \(machine.home)").output.isEmpty)
    try machine.expect(0, "init")
  }

  @Test func `a list that cannot be remembered is still shown`() throws {
    let machine = try Machine()
    try machine.expect(0, "add", "one", "-d", "today")
    try machine.shell("echo in the way > \(machine.home)/lists")
    let ended = try machine.run("today")
    #expect(ended.status == 0 && ended.output.contains("1  one"))
    #expect(ended.errors.contains("could not be remembered"))
  }

  @Test func `output that cannot be written is an error`() throws {
    let machine = try Machine()
    let ended = try machine.shell("$jamaal today >/dev/full")
    #expect(ended.status == 1 && ended.errors.contains("The output could not be written"))
  }

  /// Root may write everywhere, so it has to become somebody else for this.
  private static let asNobody = "setpriv --reuid=65534 --regid=65534 --clear-groups"

  @Test(.enabled(if: geteuid() == 0))
  func `a place without rights is told with what to do`() throws {
    let machine = try Machine()
    try machine.expect(0, "add", "one", "-d", "today")
    // The program has to lie where nobody may run it.
    try machine.shell("cp $jamaal \(machine.directory)/jamaal; chmod 755 \(machine.directory)")
    let nobody = "\(Self.asNobody) \(machine.directory)/jamaal"
    #expect(try machine.shell("\(nobody) today").errors.contains("permission denied"))
    try machine.shell("chmod 755 \(machine.home); chmod 644 \(machine.replica)")
    let write = try machine.shell("\(nobody) add x")
    #expect(write.status == 1 && write.errors.contains("Check the rights"), "\(write.errors)")
    // What can only be read is still shown.
    let read = try machine.shell("\(nobody) today")
    #expect(read.status == 0 && read.output.contains("one"), "\(read.errors)")
    let ended = try machine.shell("\(nobody) --home \(machine.home)/below init")
    #expect(ended.status == 1 && ended.errors.contains("cannot be made: permission denied"))
    #expect(try machine.todayTitles() == ["one"])
  }
}
