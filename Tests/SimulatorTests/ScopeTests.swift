import Simulator
import Testing

/// Small scopes, of which every schedule is tried.
@Suite struct ScopeTests {
  @Test func `there are as many schedules as simple counting says`() {
    // Eight choices for four acts, twelve places of the rest on each device, seventy mixtures.
    #expect(Scope.twoByTwo.scheduleCount == 4096 * 144 * 70)
    // Six choices for three acts, six places on each device, 1,680 mixtures.
    #expect(Scope.threeByOne.scheduleCount == 216 * 216 * 1680)
    // Eight choices for two acts, six places on each device, twenty mixtures.
    #expect(Scope.twoByOne.scheduleCount == 64 * 36 * 20)
  }

  @Test func `two devices with one act each hold in every order, also with real replicas`() {
    let report = ScopeSearch(.twoByOne, sampleEvery: 20).run()
    #expect(report.failures == [])
    #expect(report.schedules == Scope.twoByOne.scheduleCount)
    #expect(report.states < report.steps)
    #expect(report.endings > 50)
    #expect(report.compared > report.endings / 2)
    #expect(report.worlds > 3)
  }
}
