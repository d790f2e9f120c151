import CZstd

/// Zstandard at the level where size and speed meet for change sets.
///
/// Source: RFC 8878.
package enum Compression {
  private static let level: Int32 = 3

  /// From how many bytes on it is worth it to look for the best sequence of matches.
  ///
  /// The first push of 100,000 records sends 5% less for half a second of work.
  private static let largeByteCount = 1 << 16

  /// Compresses bytes into one frame.
  package static func compress(_ bytes: [UInt8]) throws(FolderError) -> [UInt8] {
    guard let context = unsafe ZSTD_createCCtx() else {
      throw FolderError(.refused, "Compressing a file failed: there is no memory left.")
    }
    defer { unsafe ZSTD_freeCCtx(context) }
    var settings = [(ZSTD_c_compressionLevel, level)]
    if bytes.count >= largeByteCount {
      settings += [
        (ZSTD_c_strategy, Int32(ZSTD_btultra.rawValue)), (ZSTD_c_searchLog, 1),
        (ZSTD_c_minMatch, 4), (ZSTD_c_targetLength, 16),
      ]
    }
    for (parameter, value) in settings {
      // One that a library did not know would only compress less.
      _ = unsafe ZSTD_CCtx_setParameter(context, parameter, value)
    }
    let bound = ZSTD_compressBound(bytes.count)
    var failed = false
    let result = unsafe [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
      let written = unsafe bytes.withUnsafeBytes { source in
        unsafe ZSTD_compress2(
          context, buffer.baseAddress, bound, source.baseAddress, source.count)
      }
      failed = ZSTD_isError(written) != 0
      count = failed ? 0 : written
    }
    guard !failed else { throw FolderError(.refused, "Compressing a file failed.") }
    return result
  }

  /// Expands one frame, whose length must be known: nothing a file says can ask for more memory.
  ///
  /// Returns `nil` if the frame is damaged or of another length.
  static func expand(_ bytes: ArraySlice<UInt8>, byteCount: Int) -> [UInt8]? {
    var isGood = false
    let result = unsafe [UInt8](unsafeUninitializedCapacity: max(byteCount, 1)) { buffer, count in
      let written = unsafe bytes.withUnsafeBytes { source in
        unsafe ZSTD_decompress(
          buffer.baseAddress, byteCount, source.baseAddress, source.count)
      }
      isGood = ZSTD_isError(written) == 0 && written == byteCount
      count = isGood ? byteCount : 0
    }
    return isGood ? result : nil
  }
}
