/// The tables of a report: invariants, situations, faults, rounds and the folder's growth.
struct ReportTables {
  let campaign: Campaign

  func html() -> String { invariants + markers + faults + endings }

  private var invariants: String {
    let rows = Invariant.allCases.map { invariant in
      let tally = campaign.invariants[invariant.rawValue] ?? InvariantTally()
      let failed = campaign.failures.count { $0.invariant == invariant.rawValue }
      let state =
        failed > 0
        ? "<span class=\"tag bad\">failed \(failed)</span>"
        : tally.exercised > 0
          ? "<span class=\"tag good\">held</span>" : "<span class=\"tag open\">unknown</span>"
      return "<tr><td>\(HTML.text(invariant.summary))</td><td>\(state)</td>"
        + "<td class=\"n\">\(HTML.number(tally.checked))</td>"
        + "<td class=\"n\">\(HTML.number(tally.exercised))</td></tr>"
    }.joined()
    return """
      <section><h2>What must hold</h2><div class="scroll must"><table><thead><tr><th>Invariant</th>
      <th></th><th class="n">Checked</th><th class="n">Exercised</th></tr></thead>
      <tbody>\(rows)</tbody></table></div></section>
      """
  }

  private var markers: String {
    let cells = Marker.allCases.map { marker in
      let hits = campaign.markers[marker.rawValue] ?? Campaign.Hits()
      let share = HTML.percent(hits.worlds, of: campaign.worlds)
      let seed = hits.firstSeed.map { "first in seed \($0)" } ?? "never reached: unknown"
      let width = campaign.worlds == 0 ? 0 : max(hits.worlds * 100 / campaign.worlds, 1)
      return "<li class=\"\(hits.worlds == 0 ? "open" : "met")\" title=\"\(seed)\">"
        + "<span>\(HTML.words(marker.rawValue))</span><b>\(hits.worlds == 0 ? "unknown" : share)</b>"
        + "<i style=\"width:\(hits.worlds == 0 ? 0 : width)%\"></i></li>"
    }.joined()
    let open = campaign.unknownMarkers.count
    let note =
      open == 0
      ? "Every one of them came about." : "\(open) never came about: about those nothing is known."
    return """
      <section><h2>Situations that had to come about</h2><p>\(note) In how many of the worlds:</p>
      <ul class="cells">\(cells)</ul></section>
      """
  }

  private var faults: String {
    var groups: [(name: String, cells: [String])] = []
    for fault in Fault.allCases {
      let hits = campaign.faults[fault.rawValue] ?? Campaign.Hits()
      let failed = campaign.failedUnderFault[fault.rawValue] ?? [:]
      let state = hits.worlds == 0 ? "open" : failed.isEmpty ? "met" : "bad"
      let note =
        failed.isEmpty
        ? hits.firstSeed.map { "first in seed \($0)" } ?? "befell nobody"
        : failed.sorted { $0.key < $1.key }.map { "\(HTML.words($0.key)) failed in \($0.value)" }
          .joined(separator: ", ")
      let cell =
        "<li class=\"\(state)\" title=\"\(note)\"><span>\(fault.words)</span>"
        + "<b>\(hits.times == 0 ? "none" : HTML.number(hits.times))</b></li>"
      if groups.last?.name == fault.group {
        groups[groups.count - 1].cells.append(cell)
      } else {
        groups.append((fault.group, [cell]))
      }
    }
    let rows = groups.map {
      "<h3>\($0.name)</h3><ul class=\"cells small\">\($0.cells.joined())</ul>"
    }.joined()
    return """
      <section><h2>What went wrong on purpose</h2><p>How often each fault really befell somebody; red
      ones were there when something did not hold.</p>\(rows)</section>
      """
  }

  private var endings: String {
    let most = campaign.rounds.values.max() ?? 1
    let bars = campaign.rounds.sorted { $0.key < $1.key }.map { rounds, worlds in
      "<tr><td>\(rounds) \(rounds == 1 ? "round" : "rounds")</td>"
        + "<td class=\"n\">\(HTML.number(worlds))</td>"
        + "<td class=\"bar\"><i style=\"width:\(max(worlds * 100 / most, 1))%\"></i></td></tr>"
    }.joined()
    let folder = campaign.folder
    let perAct = folder.acts == 0 ? 0 : folder.bytes / folder.acts
    let files = campaign.worlds == 0 ? 0 : folder.files / campaign.worlds
    return """
      <section class="two"><div><h2>How fast they agree</h2><p>Rounds of syncing after everything
      healed, until all were equal.</p><table><tbody>\(bars)</tbody></table></div>
      <div><h2>How the folder grows</h2><p>In the end, over all worlds.</p><table><tbody>
      <tr><td>Bytes for each act</td><td class="n">\(HTML.number(perAct))</td></tr>
      <tr><td>Files in a folder</td><td class="n">\(files)</td></tr>
      <tr><td>Most files in one</td><td class="n">\(HTML.number(folder.filesMax))</td></tr>
      <tr><td>Largest folder, bytes</td><td class="n">\(HTML.number(folder.bytesMax))</td></tr>
      </tbody></table></div></section>
      """
  }
}
