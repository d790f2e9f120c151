import DecoderTrial
import Glibc

/// What libFuzzer calls first: with `FUZZING_SEEDS` it writes inputs that are right into that folder.
@_cdecl("LLVMFuzzerInitialize")
public func writeSeeds(_ count: UnsafeMutableRawPointer?, _ words: UnsafeMutableRawPointer?) -> CInt
{
  guard let folder = getenv("FUZZING_SEEDS") else { return 0 }
  do {
    for (number, seed) in try DecoderTrial.seeds().enumerated() {
      guard let file = fopen("\(String(cString: folder))/seed-\(number)", "w") else { return 1 }
      fwrite(seed, 1, seed.count, file)
      fclose(file)
    }
  } catch {
    fatalError("\(error)")
  }
  return 0
}

/// What libFuzzer calls with each input that it makes up (`make fuzz`).
@_cdecl("LLVMFuzzerTestOneInput")
public func decodeOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  do {
    try DecoderTrial.run(Array(UnsafeBufferPointer(start: start, count: count)))
  } catch {
    fatalError("\(error)")
  }
  return 0
}
