import { loadZxingFromPackage } from '../barcodes/node.ts';
import { readPicture } from '../engine.ts';
import type { RgbaImage } from '../image.ts';
import { engineStages } from '../stages.ts';
import type { Infer } from '../text/infer.ts';
import type { LoadedModels } from '../text/node-models.ts';
import { type Recording, type Seen, sha256 } from './harness.ts';

/**
 * Reads a picture in Node and keeps what the networks were given and gave.
 *
 * @param serve takes in an output and says where it can be had.
 */
export async function readAndRecord(
  image: RgbaImage,
  languages: string[],
  models: LoadedModels,
  serve: (bytes: Uint8Array) => string,
): Promise<{ reading: Seen; recording: Recording }> {
  const recording: Recording = { languages, runs: [] };
  const infer: Infer = async (model, input) => {
    const given = sha256(input.data);
    const { data, dims } = await models.infer(model, input);
    const output = serve(
      new Uint8Array(data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength)),
    );
    recording.runs.push({ model, input: given, output, dims });
    return { data, dims };
  };
  const stages = engineStages({
    zxing: loadZxingFromPackage,
    text: async () => ({ infer, dictionary: models.dictionary }),
    parts: () => ({}),
  });
  const request = { languages, page: { number: 1, of: 1 }, decodeMs: 0 };
  const { timings: _, engine: __, ...reading } = await readPicture(image, request, stages);
  return { reading, recording };
}
