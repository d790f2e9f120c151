import FolderSync
import FoundationEssentials
import ReplicaStore

struct Shop: Record {
  let id: RecordID
  var name = ""
  init(id: RecordID) { self.id = id }
  static let recordType = RecordType<Shop>("shop", [Field("name", \.name, isKey: true)])
}

struct Item: Record {
  let id: RecordID
  var name = ""
  var shop: RecordID?
  var wanted = 0  // what two people add, offline, adds up
  init(id: RecordID) { self.id = id }
  static let recordType = RecordType<Item>(
    "item",
    [Field("name", \.name), Field("shop", \.shop), Field("wanted", \.wanted, merge: .counter)])
}

struct Note: Record {
  let id: RecordID
  var text = ""
  init(id: RecordID) { self.id = id }
  static let recordType = RecordType<Note>("note", [Field("text", \.text, merge: .history)])
}

let words = CommandLine.arguments
precondition([3, 6].contains(words.count), "shopping-list REPLICA FOLDER [SHOP NAME COUNT]")
let now = { Int64(Date().timeIntervalSince1970 * 1000) }
let random = { UInt64.random(in: .min ... .max) }
let replica = try Replica(
  path: words[1],
  schema: Schema(
    version: 1, types: [Shop.recordType.erased, Item.recordType.erased, Note.recordType.erased]),
  environment: ReplicaEnvironment(nowMillis: now, random: random))

if words.count == 6, let count = Int(words[5]) {
  try replica.write { transaction in
    var shop = Shop(id: .named("shop", .text(words[3])))
    shop.name = words[3]
    try transaction.insert(shop)
    var item = Item(id: .named("item", .text(words[4])))
    (item.name, item.shop) = (words[4], shop.id)
    try transaction.save(item)
    try transaction.increment(\Item.wanted, of: item.id, by: count)
  }
}
let folder = try FolderAddress(words[2]).open()
let membership = try FolderMembership(replica: replica, folder: folder, random: random)
do { try membership.join() } catch let error as FolderError where error.code == .notFound {
  try membership.create()
}
let report = try Synchronizer(replica: replica, folder: folder, nowMillis: now).sync()
for item in try replica.read({ try $0.records(Item.self) }).sorted(by: { $0.name < $1.name }) {
  print(item.wanted, item.name)
}
print(report.outcome)
