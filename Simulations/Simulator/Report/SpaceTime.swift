/// Draws a world as a space-time diagram: time goes down, each device has a lane, the folder stands
/// between them.
///
/// Lines are drawn in one SVG whose horizontal places are percentages, and words lie above it as
/// ordinary text, so the same picture fits a desk and a phone.
struct SpaceTime {
  let scene: Scene
  private var lines = ""
  private var words = ""
  private var top = 0
  private var lastDate = ""
  private var lastMillis: Int64?
  private var hasHealed = false
  private var authors: [Int: Int] = [:]
  private var placeOfAct: [Int: (lane: Int, top: Int)] = [:]

  private static let rowHeight = 58
  private static let gapHeight = 34

  init(_ scene: Scene) { self.scene = scene }

  /// Devices have their lanes around that of the folder.
  private var laneCount: Int { scene.devices.count + 1 }
  private var folderLane: Int { (scene.devices.count + 1) / 2 }
  private func lane(of device: Int) -> Int { device < folderLane ? device : device + 1 }

  private func x(_ lane: Int, _ nudge: Double = 0) -> String {
    Self.percent((Double(lane) + 0.5 + nudge) * 100 / Double(laneCount))
  }

  private static func percent(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)%"
  }

  /// The picture as HTML.
  mutating func html() -> String {
    for event in scene.events where event.kind == .act {
      if let act = event.act { authors[act] = event.device }
    }
    for event in scene.events where isShown(event) {
      if event.kind == .heal { hasHealed = true }
      draw(event)
    }
    if let act = scene.violation?.act, let place = placeOfAct[act] { drawLoss(place) }
    let height = top + 8
    var lanes = ""
    for lane in 0..<laneCount {
      let name = lane == folderLane ? "lane folder" : "lane d\(deviceOf(lane))"
      lanes +=
        "<line class=\"\(name)\" x1=\"\(x(lane))\" y1=\"0\" x2=\"\(x(lane))\" y2=\"\(height)\"/>"
    }
    return """
      <div class="scroll"><div class="st" style="--lanes:\(laneCount)">
      <div class="heads"><span class="when"></span><div class="names">\(heads())</div></div>
      <div class="field" style="height:\(height)px">
      <svg aria-hidden="true" width="100%" height="\(height)">\(lanes)\(lines)</svg>
      \(words)</div></div></div>
      """
  }

  private func deviceOf(_ lane: Int) -> Int { lane < folderLane ? lane : lane - 1 }

  private func heads() -> String {
    (0..<laneCount).map { lane in
      lane == folderLane
        ? "<span class=\"head folder\">folder</span>"
        : "<span class=\"head d\(deviceOf(lane))\">\(HTML.text(scene.devices[deviceOf(lane)]))</span>"
    }.joined()
  }

  /// A sync that moved nothing and met no fault is left out; once everything heals, so is whatever
  /// brings no act to anybody.
  private func isShown(_ event: TraceEvent) -> Bool {
    let brings = !event.pushed.isEmpty || !event.pulled.isEmpty
    switch event.kind {
    case .sync:
      return brings || !hasHealed && (!event.faults.isEmpty || event.moved != [0, 0])
    case .dayEnds: return !hasHealed
    default: return true
    }
  }

  // MARK: Rows

  private mutating func draw(_ event: TraceEvent) {
    drawGap(before: event)
    let row = top
    // A long sentence takes several lines on a phone.
    let isLong = event.kind == .violation && event.text.count > 60
    let height = isLong ? Self.rowHeight * 2 : Self.rowHeight
    top += height
    let middle = row + height / 2
    if event.kind != .heal, event.kind != .end, event.kind != .violation {
      words += "<time style=\"top:\(middle)px\">\(event.time)</time>"
    }
    switch event.kind {
    case .act:
      pill(event, "act", middle, badge: event.act)
      if let device = event.device, let act = event.act {
        placeOfAct[act - 1] = (lane(of: device), middle)
      }
    case .refused: pill(event, "refused", middle)
    case .dayEnds: pill(event, "day", middle, sign: "☾")
    case .fault: pill(event, "fault", middle, sign: "✕")
    case .sync: sync(event, middle)
    case .heal: band("heal", event.text, middle)
    case .violation: band("violation", "✕ \(event.text)", middle)
    case .end: end(event, middle)
    }
  }

  /// Says how much time goes by, where it is much; and a new date wherever there is one.
  private mutating func drawGap(before event: TraceEvent) {
    defer { lastMillis = event.at }
    if event.kind == .heal || event.kind == .end || event.kind == .violation { return }
    var text: [String] = []
    if let lastMillis, event.at - lastMillis > 2 * 3_600_000 {
      let hours = (event.at - lastMillis + 1_800_000) / 3_600_000
      text.append(hours < 48 ? "\(hours) hours later" : "\(hours / 24) days later")
    }
    if event.date > lastDate {
      lastDate = event.date
      text.insert(HTML.day(event.date), at: 0)
    }
    guard !text.isEmpty else { return }
    words +=
      "<div class=\"gap\" style=\"top:\(top)px\"><span>\(text.joined(separator: " · "))</span></div>"
    top += Self.gapHeight
  }

  private mutating func pill(
    _ event: TraceEvent, _ kind: String, _ middle: Int, badge: Int? = nil, sign: String? = nil
  ) {
    let lane = event.device.map { self.lane(of: $0) } ?? folderLane
    let isLost = kind == "act" && event.act.map { $0 - 1 } == scene.violation?.act
    let name = event.device.map { " d\($0)" } ?? ""
    let head =
      badge.map { "<b>\($0)</b>" } ?? sign.map { "<i aria-hidden=\"true\">\($0)</i>" } ?? ""
    words +=
      "<div class=\"pill \(kind)\(name)\(isLost && scene.violation != nil ? " lost" : "")\""
      + " style=\"top:\(middle)px;left:\(x(lane))\"><span>\(head)\(HTML.text(event.text))</span></div>"
  }

  private mutating func band(_ kind: String, _ text: String, _ middle: Int) {
    words +=
      "<div class=\"band \(kind)\" style=\"top:\(middle)px\"><span>\(HTML.text(text))</span></div>"
  }

  private mutating func end(_ event: TraceEvent, _ middle: Int) {
    for (device, digest) in event.digests.enumerated() where !digest.isEmpty {
      let isEqual = digest == event.digests[0]
      words +=
        "<div class=\"digest \(isEqual ? "same" : "other")\" style=\"top:\(middle)px;"
        + "left:\(x(lane(of: device)))\"><span>\(isEqual ? "=" : "≠") \(digest)</span></div>"
    }
  }

  // MARK: Arrows

  private mutating func sync(_ event: TraceEvent, _ middle: Int) {
    guard let device = event.device else { return }
    let from = lane(of: device)
    let side = from < folderLane ? 1.0 : -1.0
    let isUp = event.moved[0] > 0 || !event.pushed.isEmpty
    let isDown = event.moved[1] > 0 || !event.pulled.isEmpty
    if isUp {
      arrow(x(from), x(folderLane, -0.04 * side), middle - 9, "up d\(device)")
      badges(event.pushed, between: from, at: 0.42, middle - 9, "sends")
    }
    if isDown {
      arrow(x(folderLane), x(from, 0.04 * side), middle + 9, "down")
      badges(event.pulled, between: from, at: 0.58, middle + 9, "gets")
    }
    if !isUp, !isDown {
      lines +=
        "<line class=\"idle\" x1=\"\(x(from))\" y1=\"\(middle)\" x2=\"\(x(folderLane))\""
        + " y2=\"\(middle)\"/>"
    }
    lines += "<circle class=\"dot d\(device)\" cx=\"\(x(from))\" cy=\"\(middle)\" r=\"4\"/>"
    guard !event.faults.isEmpty else { return }
    let place = (Double(from) + Double(folderLane)) / 2
    let left = Self.percent((place + 0.5) * 100 / Double(laneCount))
    words +=
      "<div class=\"pill fault\" style=\"top:\(middle)px;left:\(left)\"><span>"
      + "<i aria-hidden=\"true\">✕</i>\(HTML.text(event.faults.joined(separator: ", ")))</span></div>"
  }

  private mutating func arrow(_ from: String, _ to: String, _ height: Int, _ name: String) {
    lines +=
      "<line class=\"arrow \(name)\" x1=\"\(from)\" y1=\"\(height)\" x2=\"\(to)\" y2=\"\(height)\""
      + " marker-end=\"url(#tip)\"/>"
  }

  private mutating func badges(
    _ acts: [Int], between lane: Int, at share: Double, _ height: Int, _ verb: String
  ) {
    guard !acts.isEmpty else { return }
    let place = Double(lane) + (Double(folderLane) - Double(lane)) * share
    let left = Self.percent((place + 0.5) * 100 / Double(laneCount))
    func badge(_ act: Int, _ text: String) -> String {
      "<b class=\"d\(authors[act] ?? 0)\">\(text)</b>"
    }
    let shown = acts.prefix(4).map { badge($0, "\($0)") }.joined()
    let more = acts.count > 4 ? badge(acts[4], "+\(acts.count - 4)") : ""
    words +=
      "<div class=\"cargo\" title=\"\(verb) \(acts.map(String.init).joined(separator: ", "))\""
      + " style=\"top:\(height)px;left:\(left)\">\(shown)\(more)</div>"
  }

  /// A broken line from what was lost down to where that was found.
  private mutating func drawLoss(_ place: (lane: Int, top: Int)) {
    lines +=
      "<line class=\"loss\" x1=\"\(x(place.lane))\" y1=\"\(place.top)\" x2=\"\(x(place.lane))\""
      + " y2=\"\(top - Self.rowHeight / 2)\"/>"
  }
}
