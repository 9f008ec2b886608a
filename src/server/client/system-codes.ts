/**
 * Error codes of Node, its HTTP client and OpenSSL that a failed connection may have. This is a list, not a
 * pattern, because a code from elsewhere may contain the token in another spelling (SECURITY.md P17).
 */
const SYSTEM_CODES: ReadonlySet<string> = new Set([
  ...['EACCES', 'EADDRINUSE', 'EADDRNOTAVAIL', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME'],
  ...['ECONNABORTED', 'ECONNREFUSED', 'ECONNRESET', 'EHOSTDOWN', 'EHOSTUNREACH', 'EMFILE', 'ENETDOWN'],
  ...['ENETRESET', 'ENETUNREACH', 'ENFILE', 'ENOBUFS', 'ENOTCONN', 'ENOTFOUND', 'EPERM', 'EPIPE', 'EPROTO'],
  ...['ETIMEDOUT', 'ABORT_ERR', 'ERR_STREAM_PREMATURE_CLOSE', 'HPE_HEADER_OVERFLOW'],
  ...['UND_ERR_ABORTED', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_CLOSED', 'UND_ERR_CONNECT_TIMEOUT'],
  ...['UND_ERR_DESTROYED', 'UND_ERR_HEADERS_OVERFLOW', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_SOCKET'],
  ...[
    'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH',
    'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
    'UND_ERR_RES_EXCEEDED_MAX_SIZE',
  ],
  ...['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'CERT_REVOKED', 'CERT_SIGNATURE_FAILURE', 'CERT_UNTRUSTED'],
  ...['DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ...[
    'ERR_TLS_HANDSHAKE_TIMEOUT',
    'HOSTNAME_MISMATCH',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_GET_ISSUER_CERT',
  ],
  ...['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
]);

/** Type guard for a known system error code, such as `ECONNREFUSED`. */
export function isSystemCode(code: unknown): code is string {
  return typeof code === 'string' && SYSTEM_CODES.has(code);
}
