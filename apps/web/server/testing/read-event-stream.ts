/**
 * Reads a stream of server-sent events in a test.
 * @returns the fields of the next event, as they were sent; undefined where the stream has ended. Comments are left out.
 */
export function readEventStream(response: Response): () => Promise<Record<string, string> | undefined> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return async () => {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const lines = text.slice(0, end).split('\n');
        text = text.slice(end + 2);
        const fields = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s))) as Record<
          string,
          string
        >;
        if (fields.data !== undefined) return fields;
        continue;
      }
      const { value, done } = await reader.read();
      if (done) return undefined;
      text += value;
    }
  };
}
