import ReplicaStore
import Testing

@Suite struct NameFoldTests {
  @Test(arguments: [
    ("Fitness", "fitness "), ("Fitness", "\u{A0}FITNESS\n"), ("caf\u{E9}", "cafe\u{301}"),
    ("Caf\u{E9}", "CAFE"), ("Stra\u{DF}e", "STRASSE"), ("stra\u{DF}e", "STRA\u{1E9E}E"),
    ("\u{130}stanbul", "istanbul"), ("ISTANBUL", "\u{131}stanbul"), ("I", "\u{131}"),
    ("\u{3A3}\u{3A4}\u{39F}\u{3A3}", "\u{3C3}\u{3C4}\u{3BF}\u{3C2}"),
    (
      "\u{395}\u{3A1}\u{393}\u{391}\u{3A3}\u{399}\u{391}",
      "\u{3B5}\u{3C1}\u{3B3}\u{3B1}\u{3C3}\u{3AF}\u{3B1}"
    ),
    ("\u{C5}ngstr\u{F6}m", "A\u{30A}ngstro\u{308}m"), ("\u{212B}", "\u{E5}"),
    ("\u{FB01}tness", "FITNESS"), ("Ma\u{F1}ana", "manana"), ("\u{410}\u{411}", "\u{430}\u{431}"),
    ("\u{1C5}", "\u{1C4}"), ("\u{AC00}", "\u{1100}\u{1161}"),
  ])
  func `names that a person would call the same are equal`(left: String, right: String) {
    #expect(NameFold.fold(left) == NameFold.fold(right))
  }

  @Test(arguments: [
    ("Fitness", "Fitnes"), ("a b", "ab"), ("", "a"), ("1", "\u{661}"),
    // A vowel sign is part of the word, not an accent.
    ("\u{915}\u{941}\u{932}", "\u{915}\u{932}"), ("\u{E01}\u{E34}\u{E19}", "\u{E01}\u{E19}"),
    // Voiced and unvoiced kana are different sounds.
    ("\u{304B}\u{304F}", "\u{304C}\u{304F}"), ("\u{30CF}\u{30B9}", "\u{30D0}\u{30B9}"),
    // Pointed Hebrew and Arabic letters.
    ("\u{5E9}\u{5C1}\u{5DC}", "\u{5E9}\u{5C2}\u{5DC}"),
  ])
  func `names that are different words stay apart`(left: String, right: String) {
    #expect(NameFold.fold(left) != NameFold.fold(right))
  }

  @Test(arguments: [
    "Fitness ", "Stra\u{DF}e", "\u{130}", "\u{3A3}\u{3C2}", "\u{1F71}\u{345}", "\u{1E98}",
    "\u{149}",
    "\u{390}", "\u{1F80}", "\u{FB03}", " \t x \u{301}", "\u{301}",
  ])
  func `folding a second time changes nothing`(name: String) {
    let once = NameFold.fold(name)
    #expect(NameFold.fold(once) == once)
    #expect(Array(NameFold.fold(once).utf8) == Array(once.utf8))
  }

  @Test func `a name of nothing but space is empty`() {
    #expect(NameFold.fold(" \u{2003}\t\n") == "")
  }
}
