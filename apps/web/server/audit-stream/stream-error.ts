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

/** Of a connection that failed, by what Node says of it. `name`: of the receiver. */
export function streamErrorOf(error: Error & { code?: string }, name: string): StreamError {
  if (error instanceof StreamError) return error;
  const { code = '', message } = error;
  const cause = error;
  if (/^(ERR_TLS_CERT|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_)/.test(code))
    return new StreamError(
      'audit_stream.not_trusted',
      `The certificate of ${name} is not trusted: ${sentence(message)}`,
      { cause },
    );
  if (/^(ERR_SSL_|ERR_TLS_|EPROTO)/.test(code))
    return new StreamError('audit_stream.refused', `${name} refused the connection (${code}).`, { cause });
  if (['ECONNRESET', 'EPIPE'].includes(code))
    return new StreamError('audit_stream.cut_off', `${name} broke the connection off (${code}).`, { cause });
  return new StreamError('audit_stream.unreachable', `${name} does not answer (${code || message}).`, {
    cause,
  });
}

const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`);
