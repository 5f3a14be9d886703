import type { PluginReading } from '@readout/plugin-kit';
import { say } from '../say.ts';
import { connect, inWords } from '../server/connect.ts';
import { findCredentials } from '../server/credentials.ts';
import type { ReadSource } from './add-fixture.ts';

const id = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/**
 * What a Readout has read of captures, without their pictures.
 * @param captures ids, or addresses with one in them
 * @throws CommandError where there is no key
 */
export async function* readCaptures(captures: readonly string[]): AsyncGenerator<ReadSource> {
  const { api } = connect(await findCredentials(process.env));
  const page = async (captureId: string) => {
    const { data } = await api.GET('/captures/{id}', { params: { path: { id: captureId } } });
    return data;
  };
  for (const source of captures) {
    const [captureId] = id.exec(source) ?? [];
    if (!captureId) {
      yield { source, failed: say('cli.plugin.no_capture_id') };
      continue;
    }
    try {
      const opened = await page(captureId);
      const readings: PluginReading[] = [];
      for (const each of opened?.pages ?? []) {
        const { reading } = (each.id === captureId ? opened : await page(each.id)) ?? {};
        if (reading) readings.push(reading as unknown as PluginReading);
      }
      yield readings.length > 0
        ? { source, pages: readings }
        : { source, failed: say('cli.plugin.capture_not_read') };
    } catch (error) {
      const failed = inWords(error);
      if (failed === undefined) throw error;
      yield { source, failed };
    }
  }
}
