/// Whether a stored value outlives a new one whatever their stamps are.
///
/// For `minimum` and `maximum` the smaller or larger value stays, whoever wrote it; null counts as
/// absent. Everything else goes by stamps.
func keepsStored(_ merge: MergeKind, _ stored: Value, _ new: Value) -> Bool {
  switch merge {
  case .minimum: stored != .null && (new == .null || !canonicallyPrecedes(new, stored))
  case .maximum: stored != .null && (new == .null || !canonicallyPrecedes(stored, new))
  case .lastWriterWins, .counter, .history, .text: false
  }
}

/// A total order of values: by kind, then numbers by size and bytes by bytes.
///
/// It decides between two values under one stamp, which no honest device makes, and it is what
/// `minimum` and `maximum` mean.
func canonicallyPrecedes(_ left: Value, _ right: Value) -> Bool {
  switch (left, right) {
  case (.integer(let left), .integer(let right)): left < right
  case (.real(let left), .real(let right)):
    left == right ? left.sign == .minus && right.sign == .plus : left < right
  case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
  case (.blob(let left), .blob(let right)): left.lexicographicallyPrecedes(right)
  default: kind(left).rawValue < kind(right).rawValue
  }
}

/// The order of the values of one group: that of the first field in which they differ.
func precede(_ left: [Value], _ right: [Value]) -> Bool {
  for (left, right) in zip(left, right) where left != right {
    return canonicallyPrecedes(left, right)
  }
  return false
}

private func kind(_ value: Value) -> CellKind {
  switch value {
  case .null: .null
  case .integer: .integer
  case .real: .real
  case .text: .text
  case .blob: .blob
  }
}
