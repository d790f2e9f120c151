// Turning answers into errors.
extension HTTPFiles {
  /// What a request was for.
  enum Purpose {
    case list, read, write
  }

  /// A tag is strong unless it says it is weak.
  func strong(_ tag: String?) -> String? {
    tag.flatMap { $0.hasPrefix("W/") || $0.hasPrefix("w/") ? nil : $0 }
  }

  func foreign() -> FolderError {
    FolderError(
      .notDAV,
      "The listing that \(client.host) sent points to another server, so nothing was taken from it."
        + " Check the address of the folder.")
  }

  func webPage(_ subject: String) -> FolderError {
    FolderError(
      .notDAV,
      "\(client.host) sent a web page in place of \(subject), perhaps one to log in on."
        + " Open the network's log-in page or check the address of the folder.")
  }

  /// Turns a status into words; nothing of what the server wrote is repeated.
  func failure(
    _ response: HTTPResponse, _ purpose: Purpose, _ subject: String
  ) -> FolderError {
    let host = client.host
    let status = response.status
    switch status {
    case 404, 410:
      return FolderError(.notFound, "\(subject) is not on \(host) now.")
    case 409 where purpose == .write:
      return FolderError(
        .notFound, "\(host) has no place for \(subject): the folder itself is missing.")
    case 401:
      return FolderError(
        .unauthorized, "\(host) does not let this user reach \(subject). Check the log-in.")
    case 403:
      return FolderError(
        .forbidden,
        "\(host) does not allow this user to \(purpose == .write ? "change" : "read") \(subject)."
          + " Check the user's rights on the folder.")
    case 405, 501:
      return purpose == .write
        ? FolderError(
          .readOnly,
          "\(host) does not take changes (status \(status)); the folder can be read only.")
        : FolderError(
          .notDAV,
          kind == .plain
            ? "\(host) does not give \(subject) (status \(status)). Check the address."
            : "\(host) does not speak WebDAV here (status \(status)). Check the address.")
    case 408, 423, 425, 429, 500, 502, 503, 504:
      return FolderError(
        .busy,
        "\(host) is busy or in maintenance (status \(status)). It will be tried again later.",
        retryAfterSeconds: response.retryAfterSeconds)
    case 409, 412:
      return FolderError(
        .conflict, "\(host) cannot change \(subject) in the state it is in (status \(status)).")
    case 413:
      return FolderError(
        .tooLarge, "\(host) does not take a file as large as \(subject). Raise its limit.")
    case 507:
      return FolderError(
        .full,
        "There is no room left for \(subject) on \(host). Make room there; changes of others"
          + " still arrive.")
    case 300..<400:
      return moved(response, subject)
    case 207 where purpose == .write:
      return FolderError(
        .conflict, "\(host) could not change all of \(subject). Look at it there.")
    case 200..<300 where purpose == .list:
      return FolderError(
        .notDAV,
        "\(host) did not answer with a listing (status \(status)), perhaps with a log-in"
          + " page. Open the network's log-in page or check the address.")
    default:
      return FolderError(
        .refused, "\(host) refused \(subject) (status \(status)). Check the address of the folder.")
    }
  }

  private func moved(_ response: HTTPResponse, _ subject: String) -> FolderError {
    let target = redirection(response, root)
    if let target, target.host == root.host, target.isEncrypted, !root.isEncrypted {
      var offer = root
      (offer.isEncrypted, offer.port) = (true, target.port)
      let text = kind == .plain ? offer.plainText : offer.text
      return FolderError(
        .redirect,
        "\(client.host) wants an encrypted connection. Use the address \(text) instead.",
        newAddress: text)
    }
    if let target, target.host == root.host, !target.isEncrypted, root.isEncrypted {
      return FolderError(
        .redirect,
        "\(client.host) points from https to http, which was not followed: it would show the"
          + " password to everybody on the way. Ask whoever runs the server.")
    }
    let whereto = target.map { " to \($0.origin)" } ?? ""
    return FolderError(
      .redirect,
      "\(client.host) points elsewhere\(whereto) for \(subject), which was not followed."
        + " If the folder has moved, set its new address.")
  }
}
