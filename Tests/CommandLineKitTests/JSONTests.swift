import CommandLineKit
import Testing

@Suite("JSON")
struct JSONTests {
  @Test(
    arguments: [
      (JSON.null, "null"), (true, "true"), (false, "false"), (0, "0"), (-7, "-7"),
      (.integer(Int64.min), "-9223372036854775808"), (.number(0.1), "0.1"), (.number(1), "1.0"),
      (.number(-0.0), "-0.0"), (.number(1e300), "1e+300"),
      (.number(.leastNonzeroMagnitude), "5e-324"),
      (.number(.infinity), "null"), (.number(.nan), "null"), ("", "\"\""), ([], "[]"), ([:], "{}"),
      ([1, nil, "x"], "[1,null,\"x\"]"), (["b": 1, "a": nil], "{\"b\":1,\"a\":null}"),
      ([[[]]], "[[[]]]"), (JSON(nil as String?), "null"), (JSON(nil as Int?), "null"),
      (JSON(3), "3"), (JSON(nil as Bool?), "null"), (JSON("x" as String?), "\"x\""),
      (JSON(nil as Double?), "null"),
    ] as [(JSON, String)])
  func `is written on one line`(value: JSON, text: String) {
    #expect(value.compactText == text)
  }

  @Test(arguments: [
    ("say \"hi\"", #""say \"hi\"""#), ("back\\slash", #""back\\slash""#),
    ("a\nb\tc\rd", #""a\nb\tc\rd""#),
    ("\u{0}\u{1F}", #""\u0000\u001f""#), ("\u{1B}[2J", #""\u001b[2J""#),
    ("\u{7F}\u{9B}", #""\u007f\u009b""#),
    ("\u{2028}\u{2029}", #""\u2028\u2029""#), ("/", "\"/\""), ("羊🐑", "\"羊🐑\""),
    ("\r\n", #""\r\n""#), ("e\u{301}", "\"e\u{301}\""), ("</script>", "\"</script>\""),
  ])
  func `escapes what could end the text or command a terminal`(text: String, expected: String) {
    let json = JSON.string(text).compactText
    // By scalars: as texts, composed and decomposed letters would be equal.
    #expect(Array(json.unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test func `keeps the order of its members over several lines`() throws {
    let json: JSON = [
      "id": "9f1c", "title": "Call the “bank”", "dueDate": nil, "importance": "high",
      "effortMinutes": 30, "done": false, "deferrals": [], "category": [:],
      "sessions": [["begin": "2026-06-10T09:00:00+02:00", "minutes": 12.5], ["begin": nil]],
    ]
    try expectGolden(json.indentedText + "\n", "indented.json")
    try expectGolden(json.compactText + "\n", "compact.json")
  }
}
