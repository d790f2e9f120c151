import ReplicaStore

// Key files as they lie in the folder.
extension KeySlots {
  static func read(_ folder: any Folder) throws(FolderError) -> [KeyFile] {
    let listing: FolderListing
    do throws(FolderError) {
      listing = try folder.list(KeyFile.directory)
    } catch {
      guard error.code == .notFound else { throw error }
      return []
    }
    let paths = listing.entries.map(\.path).filter { $0.name.hasPrefix("k-") }
    var files: [KeyFile] = []
    let some = Array(paths.prefix(KeyFile.countMax))
    for (path, result) in zip(some, folder.get(some, byteCountMax: KeyFile.byteCountMax)) {
      switch result {
      case .success(let bytes):
        if let file = KeyFile(bytes, name: path.name) { files.append(file) }
      case .failure(let error) where [.notFound, .damaged, .tooLarge].contains(error.code): continue
      case .failure(let error): throw error
      }
    }
    return files.sorted { $0.number < $1.number }
  }

  func put(_ file: KeyFile) throws(FolderError) {
    let (path, bytes) = try file.encoded()
    try folder.put(path, bytes)
    guard try folder.get(path, byteCountMax: KeyFile.byteCountMax) == bytes else {
      throw FolderError(.damaged, "\(path) did not come back from the folder as it was put.")
    }
  }

  /// Deletes files that open nothing any more, where the folder can; nothing depends on it.
  func removeOld(
    _ files: [KeyFile], where isOld: (SlotFile) -> Bool
  ) throws(FolderError) {
    for case .slot(let file) in files where isOld(file) {
      do throws(FolderError) {
        try folder.delete(try KeyFile.slot(file).encoded().path)
      } catch  where [.readOnly, .forbidden, .conflict, .refused].contains(error.code) {
        continue
      }
    }
  }

  static func next(_ files: [KeyFile]) -> Int { (files.map(\.number).max() ?? 0) + 1 }

  func bytes(_ count: Int) -> [UInt8] {
    var writer = ByteWriter()
    for _ in 0..<(count + 7) / 8 { writer.fixed64(random()) }
    return Array(writer.bytes.prefix(count))
  }
}
