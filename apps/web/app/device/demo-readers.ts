import type { InstalledPlugin } from '@readout/plugin-sandbox/browser';
import { session } from '../api/session.ts';
import { suggestedLanguages, suggestedLocale } from '../languages.ts';
import { textOfPage } from '../texts/page-text.ts';
import { demandIntact, type ReadersForDevice } from './readers-for-device.ts';

/** The readers that come with every installation, for visitors: no company, the browser's own languages. */
export function createDemoReaders(): () => Promise<ReadersForDevice> {
  let asked: Promise<ReadersForDevice> | undefined;
  const ask = async (): Promise<ReadersForDevice> => {
    const { data } = await session.GET('/demo/readers');
    if (!data) throw new Error(textOfPage()('common.device_reader.not_fetched'));
    const readers = data.readers as InstalledPlugin[];
    await demandIntact(readers);
    const preferred = navigator.languages.join(',');
    return { readers, languages: suggestedLanguages(preferred), locale: suggestedLocale(preferred) };
  };
  return () => {
    asked ??= ask().catch((error) => {
      asked = undefined;
      throw error;
    });
    return asked;
  };
}
