/**
 * A body that is made piece by piece as it is taken, and given up with the client that goes away. The first piece is
 * made before: what fails there is an answer of its own. What fails later cuts the answer off and is told to the log alone.
 *
 * Not `Readable.from`: its AbortError, when the client goes away, is one that nobody catches.
 */
export async function streamed(
  source: AsyncIterable<Uint8Array>,
  log: { error(fields: object, text: string): void },
): Promise<ReadableStream<Uint8Array>> {
  const pieces = source[Symbol.asyncIterator]();
  let first: IteratorResult<Uint8Array> | undefined = await pieces.next();
  let isWanted = true;
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = first ?? (await pieces.next());
          first = undefined;
          if (!isWanted) return;
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          if (!isWanted) return;
          log.error({ err: error }, 'a response was cut off');
          controller.error(new Error('This answer was broken off; the log says why.'));
        }
      },
      async cancel() {
        isWanted = false;
        await pieces.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
