// A child process of the tests: it writes to a replica, says what was kept, and may be killed.
//
// Each line it prints is an acknowledgement: `wrote NUMBER CLOCK`, `sealed NUMBER CHAIN`,
// `failed CODE`, `read COUNT`.
import Glibc
import ReplicaStore
import TestSupport

/// What the command line asks for.
struct Order {
  var path = ""
  var writer = 0
  var first = 1
  var count = 0
  var sealEvery = 0
  /// The most bytes a file may have; 0 for no limit.
  var fileByteCountMax = 0
  /// Gives up the rights of the superuser, who may write everywhere.
  var isPlainUser = false

  init(_ arguments: [String]) {
    var rest = arguments.dropFirst()
    while let name = rest.popFirst() {
      if name == "--plain-user" {
        isPlainUser = true
        continue
      }
      let value = rest.popFirst() ?? ""
      let number = Int(value) ?? 0
      switch name {
      case "--path": path = value
      case "--writer": writer = number
      case "--first": first = number
      case "--count": count = number
      case "--seal-every": sealEvery = number
      case "--file-bytes": fileByteCountMax = number
      default: say("failed argument \(name)")
      }
    }
  }
}

func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = write(1, bytes, bytes.count)
}

func code(_ error: any Error) -> String {
  (error as? ReplicaError)?.code.rawValue ?? "\(error)"
}

func run(_ order: Order) throws {
  var generator = SystemRandomNumberGenerator()
  let environment = ReplicaEnvironment(
    nowMillis: {
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)
      return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }, random: { generator.next() })
  let replica = try Replica(path: order.path, schema: Entry.schema, environment: environment)
  for number in order.first..<order.first + order.count {
    do {
      let stamp = try Entry.write(number, of: order.writer, in: replica)
      say("wrote \(number) \(stamp.clock.rawValue)")
      if order.sealEvery > 0, number % order.sealEvery == 0, let sealed = try replica.seal() {
        say("sealed \(sealed.number) \(sealed.chain)")
      }
    } catch {
      say("failed \(code(error))")
      break
    }
  }
  say("read \(try replica.read { try $0.records(Entry.self).count })")
}

let order = Order(CommandLine.arguments)
if order.isPlainUser, getuid() == 0 {
  setgid(65_534)
  setuid(65_534)
}
if order.fileByteCountMax > 0 {
  // Without this the limit ends the process instead of failing the write.
  signal(SIGXFSZ, SIG_IGN)
  var limit = rlimit(
    rlim_cur: rlim_t(order.fileByteCountMax), rlim_max: rlim_t(order.fileByteCountMax))
  setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
}
do {
  try run(order)
} catch {
  say("failed \(code(error))")
}
