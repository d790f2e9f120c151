/// The zones that plans use, as POSIX rules: no time-zone file of the machine is ever read.
enum PlannedZone {
  /// A zone with the dates around which something happens to its clocks.
  struct Place {
    var rule: String
    /// Noons of days just before clocks are changed, in Unix seconds.
    var changes: [Int64]
    /// Rollovers, in minutes after midnight, that clocks jump over or show twice there.
    var rollovers: [Int]
  }

  /// Clocks change at 02:00 and 03:00, as in Paris.
  static let paris = Place(
    rule: "CET-1CEST,M3.5.0,M10.5.0/3", changes: [1_774_695_600, 1_792_836_000],
    rollovers: [120, 150, 180])
  /// Clocks change at midnight: one day has no 00:00, as in Santiago.
  static let santiago = Place(
    rule: "<-04>4<-03>,M9.1.6/24,M4.1.6/24", changes: [1_788_624_000, 1_775_314_800],
    rollovers: [0, 30])
  /// Clocks change by half an hour, as on Lord Howe Island.
  static let lordHowe = Place(
    rule: "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", changes: [1_790_991_000, 1_775_264_400],
    rollovers: [120, 135])
  /// Clocks change at 02:00, as in New York.
  static let newYork = Place(
    rule: "EST5EDT,M3.2.0,M11.1.0", changes: [1_772_902_800, 1_793_462_400],
    rollovers: [60, 120, 150])

  /// Where the nights of summer are short.
  static let london = "GMT0BST,M3.5.0/1,M10.5.0"
  /// Places whose clocks change.
  static let changing = [paris, santiago, lordHowe, newYork]
  /// Places whose clocks never change, some of them with odd offsets.
  static let steady = ["UTC", "<+0545>-5:45", "JST-9", "<-11>11", "<+14>-14"]
}
