import FoundationEssentials

extension ScopeReport {
  /// The counts, one line each.
  public var lines: [String] {
    [
      "schedules: \(schedules)", "different states: \(states)", "steps taken: \(steps)",
      "steps to a known state: \(pruned)", "views folded and checked: \(views)",
      "different endings: \(endings)", "orders of arrival folded: \(orders)",
      "endings compared with the reference: \(compared)",
      "schedules lived through with real replicas: \(worlds)",
    ]
  }

  /// The counts as JSON.
  ///
  /// - Returns: Text of several lines, names in alphabetical order.
  public func jsonText() -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    // Whole numbers and texts only, none of which can fail to be written.
    guard let data = try? encoder.encode(self) else { return "" }
    return String(decoding: data, as: UTF8.self)
  }
}
