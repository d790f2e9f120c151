import CCurl

// Turning what went wrong with a connection into words.
extension HTTPClient {
  /// The host, as it is told to people.
  var host: String { origin.host }

  func unauthorized(_ response: HTTPResponse) -> FolderError {
    if credentials == nil {
      return FolderError(
        .unauthorized,
        "\(host) asks for a user name and a password. Set them, then sync again.")
    }
    if credentials?.password.isEmpty == true {
      return FolderError(
        .unauthorized, "\(host) asks for a password, and none is set here. Set it, then sync again."
      )
    }
    if scheme == .digest, options.logIn == .automatic, !response.challenges.contains("digest") {
      return FolderError(
        .unauthorized,
        "\(host) wants the password unprotected over an open connection, so it was not sent."
          + " Use an https address, or allow Basic log-in if you trust the whole network.")
    }
    return FolderError(
      .unauthorized,
      "\(host) refused the user name or the password. Nothing more was sent, since repeated wrong"
        + " passwords can lock the account. Set the right app password, then sync again.")
  }

  func proxyRefusal(_ status: Int) -> FolderError {
    status == 407
      ? FolderError(
        .unauthorized,
        "The proxy on the way to \(host) refused the user name or the password, or wants some."
          + " Set them in the address of the proxy, then sync again.")
      : FolderError(
        .offline,
        "The proxy does not let a connection through to \(host) (status \(status)). Check the"
          + " proxy's settings and the address.")
  }

  var cutShort: FolderError {
    FolderError(.cutShort, "The answer of \(host) ended before all of it was there. Try again.")
  }

  func failure(_ transfer: HTTPTransfer, _ code: CURLcode) -> FolderError {
    let reason = unsafe String(cString: curl_easy_strerror(code))
    let connectStatus = unsafe jc_curl_info_long(transfer.handle, CURLINFO_HTTP_CONNECTCODE)
    if connectStatus >= 300 { return proxyRefusal(connectStatus) }
    switch code {
    case CURLE_WRITE_ERROR where transfer.isTooLarge:
      return FolderError(
        .tooLarge,
        "\(host) sent more than the \(transfer.request.byteCountMax) bytes allowed here;"
          + " the rest was refused.")
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT:
      return FolderError(
        .offline, "\(host) cannot be reached: \(reason). Check the network and the address.")
    case CURLE_OPERATION_TIMEDOUT:
      let isConnected = unsafe jc_curl_info_offset(transfer.handle, CURLINFO_CONNECT_TIME_T) > 0
      return FolderError(
        isConnected ? .busy : .offline,
        "\(host) did not \(isConnected ? "answer" : "take the connection") in time."
          + " Try again later."
      )
    case CURLE_PARTIAL_FILE: return cutShort
    case CURLE_SSL_CONNECT_ERROR:
      // What is said of certificates has codes of its own; this is also a wire that breaks.
      return FolderError(
        .interrupted,
        "No encrypted connection to \(host) came about: \(reason). Try again; if it stays so, check"
          + " that the address is one of a server that speaks TLS.")
    case CURLE_BAD_CONTENT_ENCODING:
      return FolderError(
        .damaged,
        "The answer of \(host) did not arrive as it was declared: \(reason). Try again.")
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
      CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
      CURLE_SSL_ISSUER_ERROR, CURLE_USE_SSL_FAILED, CURLE_SSL_INVALIDCERTSTATUS:
      return FolderError(
        .untrusted,
        "\(host) cannot prove who it is: \(reason). If it is your own server, give its certificate"
          + " file or pin its public key; if not, somebody may be in between.")
    case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL:
      return FolderError(
        .badAddress, "The address of \(host) cannot be used: \(reason). Check how it is written.")
    default:
      return FolderError(
        .interrupted, "The connection to \(host) broke: \(reason). Try again.")
    }
  }
}
