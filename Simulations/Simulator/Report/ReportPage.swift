/// A campaign as one page that needs nothing beside it: no network, no script, no other file.
public struct ReportPage {
  /// What the campaign came to.
  public var campaign: Campaign
  /// What the planted bugs came to, if they were tried.
  public var detections: [Detection] = []
  /// What trying small scopes in full came to, if that was done.
  public var scopes: [ScopeReport] = []
  /// The worlds to look at; one that failed comes first.
  public var scenes: [Scene] = []
  /// What was run, as it was typed.
  public var command: String
  /// How fast it went, in simulated device-days for each second of one core; `nil` if unknown.
  public var deviceDaysPerCoreSecond: Int?

  /// Makes a page.
  ///
  /// - Parameters:
  ///   - campaign: What the campaign came to.
  ///   - command: What was run, as it was typed.
  public init(_ campaign: Campaign, command: String) {
    self.campaign = campaign
    self.command = command
  }

  /// The page.
  ///
  /// - Returns: One HTML document.
  public func html() -> String {
    """
    <!doctype html>
    <html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta http-equiv="Content-Security-Policy"
      content="default-src 'none'; style-src 'unsafe-inline'">
    <title>Rollover Race: \(verdictText)</title>
    <style>\(ReportStyle.css)</style></head><body>
    <svg width="0" height="0" aria-hidden="true"><defs>
    <marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7"
      orient="auto-start-reverse"><path d="M0 0L8 4L0 8z" fill="context-stroke"/></marker>
    </defs></svg>
    <main>\(header)\(picture)\(tables)</main>
    <footer>Made by <code>\(HTML.text(command))</code>. Every world can be lived through again: the
    same seed gives the same history, step by step.</footer>
    </body></html>

    """
  }

  private var failed: Int { campaign.failures.count }

  private var verdictText: String {
    failed == 0
      ? "\(HTML.number(campaign.worlds)) worlds, none failed"
      : "\(failed) of \(HTML.number(campaign.worlds)) worlds failed"
  }

  // MARK: Head

  private var header: String {
    let years = campaign.deviceDays / 365
    let reached = campaign.markers.count - campaign.unknownMarkers.count
    let caught = detections.count { $0.seed != nil }
    var tiles = [
      tile(HTML.number(campaign.worlds), "worlds raced"),
      tile(HTML.number(years), years == 1 ? "device-year lived" : "device-years lived"),
      tile(HTML.number(campaign.acts), "things people did"),
      tile("\(reached)/\(campaign.markers.count)", "situations reached"),
    ]
    if !detections.isEmpty {
      tiles.append(tile("\(caught)/\(detections.count)", "planted bugs caught"))
    }
    if let speed = deviceDaysPerCoreSecond {
      tiles.append(tile(HTML.number(speed), "device-days a core-second"))
    }
    return """
      <header class="\(failed == 0 ? "good" : "bad")">
      <p class="brand">Rollover Race</p>
      <h1>\(failed == 0 ? "Every fleet agreed." : "\(failed) fleets did not agree.")</h1>
      <p class="lead">\(HTML.number(campaign.worlds)) fleets of phones and laptops acted offline,
      slept through midnight, crashed and met again in a folder that lies.
      \(ending)</p>
      <div class="tiles">\(tiles.joined())</div></header>
      """
  }

  private var ending: String {
    failed == 0
      ? "All of them ended equal, and nothing anybody did was lost."
      : "Something was lost, or devices differ: see below."
  }

  private func tile(_ value: String, _ label: String) -> String {
    "<div class=\"tile\"><b>\(value)</b><span>\(label)</span></div>"
  }

  // MARK: Worlds

  private var picture: String {
    guard !scenes.isEmpty else { return "" }
    let legend = """
      <ul class="legend">
      <li><span class="key act">1</span> somebody did something</li>
      <li><span class="key line"></span> it travels through the folder</li>
      <li><span class="key moon">☾</span> the device's day ends</li>
      <li><span class="key cross">✕</span> something goes wrong</li></ul>
      """
    return "<section><h2>Who did what, when, and what became of it</h2>\(legend)"
      + scenes.map(scene).joined() + "</section>"
  }

  private func scene(_ scene: Scene) -> String {
    var drawing = SpaceTime(scene)
    let badge =
      scene.violation.map { "<span class=\"tag bad\">\(HTML.words($0.invariant.rawValue))</span>" }
      ?? "<span class=\"tag good\">held</span>"
    return """
      <article class="scene"><h3>\(HTML.text(scene.title)) \(badge)</h3>
      <p>\(HTML.text(scene.lead))</p>\(drawing.html())
      <p class="again"><code>\(HTML.text(scene.command))</code></p></article>
      """
  }

  // MARK: Tables

  private var tables: String {
    failures + ReportTables(campaign: campaign).html() + bugs + small
  }

  private var failures: String {
    guard failed > 0 else { return "" }
    let rows = campaign.failures.prefix(50).map {
      "<tr><td class=\"n\">\($0.seed)</td><td>\(HTML.words($0.invariant))</td>"
        + "<td>\(HTML.text($0.message))</td></tr>"
    }.joined()
    return """
      <section><h2>What failed</h2><div class="scroll"><table><thead><tr><th>Seed</th>
      <th>Invariant</th><th>What was seen</th></tr></thead><tbody>\(rows)</tbody></table></div>
      </section>
      """
  }

  private var bugs: String {
    guard !detections.isEmpty else { return "" }
    let days = detections.compactMap { $0.seed == nil ? nil : $0.deviceDays }.sorted()
    let most = Double(max(days.last ?? 1, 2))
    func order(_ detection: Detection) -> (Int, Int) {
      (detection.seed == nil ? 0 : 1, detection.deviceDays)
    }
    let rows = detections.sorted { order($0) < order($1) }
      .map { detection in
        let width = Int(100 * Self.log(Double(max(detection.deviceDays, 1)), most))
        let what =
          detection.seed == nil
          ? "<span class=\"tag bad\">got away</span>"
          : HTML.words(detection.invariant ?? "")
        return "<tr><td>\(HTML.text(detection.bug.summary))</td><td>\(what)</td>"
          + "<td class=\"n\">\(HTML.number(detection.deviceDays))</td><td class=\"bar\"><i style=\""
          + "width:\(max(width, 2))%\"></i></td></tr>"
      }.joined()
    let median = days.isEmpty ? "none" : HTML.number(days[days.count / 2])
    return """
      <section><h2>Would it notice?</h2><p>A simulator that finds nothing proves nothing, so wrong
      code was planted on purpose. Median time to detection: <b>\(median)</b> simulated
      device-days; bars are logarithmic.</p><div class="scroll"><table><thead><tr>
      <th>Planted bug</th><th>Noticed by</th><th class="n">Device-days</th><th></th></tr></thead>
      <tbody>\(rows)</tbody></table></div></section>
      """
  }

  /// The share of a logarithmic bar; base two, by halving, so that every machine draws the same.
  private static func log(_ value: Double, _ most: Double) -> Double {
    func steps(_ value: Double) -> Double {
      var rest = value
      var steps = 0.0
      while rest >= 2 {
        rest /= 2
        steps += 1
      }
      return steps + rest - 1
    }
    return steps(value) / max(steps(most), 1)
  }

  private var small: String {
    guard !scopes.isEmpty else { return "" }
    let rows = scopes.map {
      "<tr><td>\($0.scope)</td><td class=\"n\">\(HTML.number(Int($0.schedules)))</td>"
        + "<td class=\"n\">\(HTML.number($0.states))</td><td class=\"n\">\(HTML.number($0.endings))"
        + "</td><td class=\"n\">\(HTML.number($0.orders))</td><td class=\"n\">\($0.failures.count)"
        + "</td></tr>"
    }.joined()
    return """
      <section><h2>Everything a very small fleet can do</h2><div class="scroll"><table><thead><tr>
      <th>Scope</th><th class="n">Schedules</th><th class="n">States</th><th class="n">Endings</th>
      <th class="n">Orders folded</th><th class="n">Failed</th></tr></thead><tbody>\(rows)</tbody>
      </table></div></section>
      """
  }
}
