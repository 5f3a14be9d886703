import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';

/**
 * A form with one file (RFC 7578), sent piece by piece with its length. Names are written as browsers do.
 * @param file `content` is read once, when it is sent
 */
export function multipartOf(
  file: { field: string; fileName: string; mediaType: string; content: Blob },
  fields: readonly (readonly [name: string, value: string])[],
): { headers: Record<string, string>; body: Readable } {
  const boundary = `readout-${randomBytes(16).toString('hex')}`;
  const head = (name: string, more = '') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"${more}\r\n\r\n`;
  const named = `; filename="${quoted(file.fileName)}"\r\nContent-Type: ${file.mediaType}`;
  const before = Buffer.from(
    fields.map(([name, value]) => `${head(name)}${value}\r\n`).join('') + head(file.field, named),
  );
  const after = Buffer.from(`\r\n--${boundary}--\r\n`);
  const { content } = file;
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(before.length + content.size + after.length),
    },
    body: Readable.from(
      (async function* () {
        yield before;
        yield* content.stream();
        yield after;
      })(),
      { objectMode: false },
    ),
  };
}

const quoted = (text: string): string =>
  text.toWellFormed().replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
