/// The line that ending a session can add to its task's note.
public enum FocusNote {
  /// Writes the line.
  ///
  /// - Parameters:
  ///   - text: What the person typed; line breaks become spaces.
  ///   - instant: When.
  ///   - zone: Whose clock is meant.
  /// - Returns: `2026-06-10 10:55 — called, no answer`; `nil` if nothing was typed.
  public static func line(
    _ text: String, at instant: Instant, in zone: TimeZoneRules
  ) -> String? {
    let words = text.split(whereSeparator: \.isNewline).map { TaskDraft.trimmed(String($0)) }
      .filter { !$0.isEmpty }
    guard !words.isEmpty else { return nil }
    let local = zone.localTime(at: instant)
    return "\(local.date) \(local.clock) — \(words.joined(separator: " "))"
  }

  /// Adds a line at the end.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - notes: The note so far.
  /// - Returns: The note with the line as its last one.
  public static func adding(_ line: String, to notes: String?) -> String {
    guard let notes, !notes.isEmpty else { return line }
    return notes.last?.isNewline == true ? notes + line : "\(notes)\n\(line)"
  }

  /// Takes a line back out.
  ///
  /// - Parameters:
  ///   - line: The line that was added.
  ///   - notes: The note as it is now, with whatever was typed since.
  /// - Returns: The note without the last such line; `nil` if nothing is left.
  public static func removing(_ line: String, from notes: String?) -> String? {
    guard let notes else { return nil }
    var lines = notes.split(separator: "\n", omittingEmptySubsequences: false)
    guard let index = lines.lastIndex(where: { $0 == line }) else { return notes }
    lines.remove(at: index)
    let rest = lines.joined(separator: "\n")
    return rest.isEmpty ? nil : rest
  }
}
