/** The connection was refused, or broke. */
const brokenConnection = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

/** Requests of a client that tries some again by itself: which those were, and which failed for good. */
export class RetriedRequests {
  /** How often a request was to be tried again, by why. */
  readonly again: Record<string, number> = {};
  readonly failed: string[] = [];

  /** As the global one; what is answered has come whole. */
  readonly request: typeof fetch = async (url, init = {}) => {
    const { method = 'GET' } = init;
    const what = `${method} ${new URL(String(url)).pathname}`;
    try {
      const answer = await fetch(url, init);
      const bytes = await answer.arrayBuffer();
      const { status, statusText, headers } = answer;
      if (status >= 400) this.#noteStatus(what, answer, bytes);
      return new Response(bytes.byteLength === 0 ? null : bytes, { status, statusText, headers });
    } catch (error) {
      this.#noteBroken(what, error);
      throw error;
    }
  };

  #noteStatus(what: string, { status, headers }: Response, bytes: ArrayBuffer): void {
    const isAgain =
      ((status === 502 || status === 503) && headers.has('retry-after')) ||
      // What tus-js-client asks again: somebody else holds the upload. What is not known there any more it sends from the start.
      (what.includes(' /api/v1/uploads/') &&
        ([409, 423].includes(status) || (what.startsWith('HEAD') && [404, 410].includes(status))));
    if (isAgain) this.#count(String(status));
    else this.failed.push(`${what}: ${status} ${Buffer.from(bytes).toString().slice(0, 300)}`);
  }

  #noteBroken(what: string, error: unknown): void {
    const { cause } = error as { cause?: { code?: string } };
    if (cause?.code && brokenConnection.includes(cause.code)) this.#count(cause.code);
    else this.failed.push(`${what}: ${error} ${cause?.code ?? ''}`);
  }

  #count(why: string): void {
    this.again[why] = (this.again[why] ?? 0) + 1;
  }
}
