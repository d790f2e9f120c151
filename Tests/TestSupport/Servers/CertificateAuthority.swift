/// A certificate authority of a test's own, and a server's certificate that it has signed.
public enum CertificateAuthority {
  /// Makes `authority.pem`, and `certificate.pem` and `key.pem` for `localhost`.
  /// - Parameter directory: Where to put them.
  /// - Throws: `SystemFailure` if `openssl` is missing.
  public static func make(in directory: TemporaryDirectory) throws {
    let path = directory.path
    try directory.write(
      "leaf.conf", Array("subjectAltName=DNS:localhost\nbasicConstraints=CA:FALSE\n".utf8))
    let newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    try ChildProcess.run(
      ["openssl", "req", "-x509"] + newKey + [
        "-days", "2", "-subj", "/CN=Test authority",
        "-keyout", "\(path)/authority-key.pem", "-out", "\(path)/authority.pem",
      ])
    try ChildProcess.run(
      ["openssl", "req"] + newKey + [
        "-subj", "/CN=localhost", "-keyout", "\(path)/key.pem", "-out", "\(path)/request.pem",
      ])
    try ChildProcess.run([
      "openssl", "x509", "-req", "-in", "\(path)/request.pem", "-CA", "\(path)/authority.pem",
      "-CAkey", "\(path)/authority-key.pem", "-CAcreateserial", "-days", "2",
      "-extfile", "\(path)/leaf.conf", "-out", "\(path)/certificate.pem",
    ])
  }

  /// The pin of the public key in a certificate.
  /// - Parameter file: The certificate, in PEM form.
  /// - Returns: `sha256//` and the base-64 hash.
  /// - Throws: `SystemFailure` if `openssl` is missing or fails.
  public static func pin(_ file: String) throws -> String {
    let process = try ChildProcess([
      "/bin/sh", "-c",
      """
      openssl x509 -in "$1" -pubkey -noout | openssl pkey -pubin -outform DER |
        openssl dgst -sha256 -binary | base64
      """, "sh", file,
    ])
    let hash = process.readLine()
    guard process.finish() == 0 else { throw SystemFailure(reason: "openssl fails on \(file)") }
    return "sha256//\(hash)"
  }
}
