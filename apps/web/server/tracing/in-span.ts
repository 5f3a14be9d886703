import {
  type Attributes,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

export type { Span };

/** Nothing is recorded, and next to nothing done, where no traces are sent (`startTracing`). */
const tracer = trace.getTracer('readout');

/**
 * Runs work as a span of OpenTelemetry. What is recorded names no person, company or document, and nothing that was read.
 * @param caller - headers of a request: where they name a trace (W3C Trace Context), the span belongs to it
 * @param work - may name and describe the span; what it throws is recorded by the name of its class alone
 */
export function inSpan<T>(
  name: string,
  {
    kind,
    attributes = {},
    caller,
  }: { kind: 'server' | 'client' | 'job'; attributes?: Attributes; caller?: Headers },
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const parent = caller ? propagation.extract(context.active(), caller, fromHeaders) : context.active();
  const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, job: SpanKind.CONSUMER };
  return tracer.startActiveSpan(name, { kind: kinds[kind], attributes }, parent, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Says that what the span is about did not work, by a code. */
export function failed(span: Span, code: string): void {
  span.setAttribute('error.type', code);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

const fromHeaders = {
  keys: (headers: Headers) => [...headers.keys()],
  get: (headers: Headers, key: string) => headers.get(key) ?? undefined,
};
