/** What a Readout refused or could not do, as it says it (RFC 9457). */
export class ReadoutProblem extends Error {
  override readonly name = 'ReadoutProblem';
  /** Permanent, for instance `record.revision_differs`; `http.502` where something before Readout answered. */
  readonly code: string;
  readonly status: number;
  readonly title: string;
  /** What to do now. */
  readonly action: string | undefined;
  /** Values of the sentence, for instance `revision`. */
  readonly values: Record<string, unknown>;
  /** Seconds to wait before the next try; undefined where trying again does not help. */
  readonly retryAfterSeconds: number | undefined;

  constructor(response: Response, body: Record<string, unknown>) {
    const { type: _type, status: _status, code, title, detail, action, ...values } = body;
    super(textOf(detail) ?? `The server answered ${response.status}.`);
    this.code = textOf(code) ?? `http.${response.status}`;
    this.status = response.status;
    this.title = textOf(title) ?? this.message;
    this.action = textOf(action);
    this.values = values;
    const wait = response.headers.get('retry-after');
    this.retryAfterSeconds =
      wait !== null && /^\d{1,6}$/.test(wait)
        ? Number(wait)
        : [502, 503, 504].includes(response.status)
          ? 1
          : undefined;
  }
}

export async function problemOf(response: Response): Promise<ReadoutProblem> {
  const body: unknown = /\bjson\b/.test(response.headers.get('content-type') ?? '')
    ? await response.json().catch(() => undefined)
    : undefined;
  return new ReadoutProblem(
    response,
    typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {},
  );
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
