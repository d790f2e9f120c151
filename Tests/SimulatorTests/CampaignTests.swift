import Simulator
import Testing

/// Campaigns that are split over machines come to what one machine would have come to.
@Suite struct CampaignTests {
  @Test func `shards of a campaign, joined in any order, are the whole`() throws {
    var whole = Campaign()
    var parts = [Campaign(), Campaign(), Campaign()]
    for seed in 1...12 as ClosedRange<UInt64> {
      let result = World(Plan(seed: seed)).run()
      whole.add(result)
      for number in 1...3 {
        let shard = try #require(Shard("\(number)/3"))
        if shard.takes(seed) { parts[number - 1].add(result) }
      }
    }
    #expect(parts.map(\.worlds) == [4, 4, 4])
    var joined = Campaign()
    for part in [parts[2], parts[0], parts[1]] {
      joined.merge(try Campaign(json: Array(part.jsonText().utf8)))
    }
    #expect(joined.jsonText() == whole.jsonText())
  }

  @Test(arguments: ["", "1", "0/3", "4/3", "1/0", "a/b", "1/2/3", "-1/2"])
  func `what is no shard is refused`(text: String) {
    #expect(Shard(text) == nil)
  }

  @Test func `what is no campaign is refused with words`() {
    let error = #expect(throws: PlanError.self) { try Campaign(json: Array("[1]".utf8)) }
    #expect(error?.message.contains("no campaign") == true)
  }

  @Test func `a report says what failed, needs nothing beside it and cannot be broken by names`() {
    var campaign = Campaign()
    campaign.add(World(Plan(seed: 3)).run())
    var page = ReportPage(campaign, command: "a <b> & \"c\"")
    page.scenes = [Gallery.hero()]
    let html = page.html()
    #expect(html.contains("Every fleet agreed."))
    #expect(html.contains("a &lt;b&gt; &amp; &quot;c&quot;"))
    #expect(html.contains("23:50"))
    #expect(html.contains("moves task 1 on"))
    for word in ["http:", "https:", "<script", "src=", "url(h", "@import"] {
      #expect(!html.contains(word), "\(word)")
    }
  }

  @Test func `the picture of a planted bug shows what was lost`() throws {
    let found = Detection.hunt(.cursorBeforeApply, seeds: 1...60)
    let scenes = Gallery.bugs([found])
    let scene = try #require(scenes.first)
    #expect(scene.violation?.act != nil)
    var campaign = Campaign()
    campaign.add(World(Plan(seed: 1)).run())
    var page = ReportPage(campaign, command: "test")
    page.scenes = scenes
    page.detections = [found]
    #expect(page.html().contains("class=\"loss\""))
  }
}
