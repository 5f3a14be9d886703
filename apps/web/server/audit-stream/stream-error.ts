/** Why the receiver has not got what was to be sent. The messages name nothing of what was sent. */
export class StreamError extends Error {
  override readonly name = 'StreamError';
  readonly code: StreamFailure;
  constructor(code: StreamFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export type StreamFailure =
  | 'audit_stream.unreachable'
  | 'audit_stream.not_trusted'
  | 'audit_stream.refused'
  | 'audit_stream.cut_off'
  | 'audit_stream.not_taken'
  | 'audit_stream.file';

/** Of a connection that failed, by what Node says of it. */
export function streamErrorOf(error: Error & { code?: string }): StreamError {
  if (error instanceof StreamError) return error;
  const { code = '' } = error;
  const why: StreamFailure = /^(ERR_TLS_CERT|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_)/.test(code)
    ? 'audit_stream.not_trusted'
    : /^(ERR_SSL_|ERR_TLS_|EPROTO)/.test(code)
      ? 'audit_stream.refused'
      : ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(code)
        ? 'audit_stream.cut_off'
        : 'audit_stream.unreachable';
  return new StreamError(why, error.message || code, { cause: error });
}
