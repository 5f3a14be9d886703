import type { InstalledPlugin } from '@readout/plugin-sandbox/browser';
import { suggestedLanguages, suggestedLocale } from '../languages.ts';
import { textOfPage } from '../texts/page-text.ts';
import { demandIntact, type ReadersForDevice } from './readers-for-device.ts';

/** The readers that come with every installation, for visitors: no company, the browser's own languages. */
export function createDemoReaders(): () => Promise<ReadersForDevice> {
  let asked: Promise<ReadersForDevice> | undefined;
  const ask = async (): Promise<ReadersForDevice> => {
    const response = await fetch('/api/v1/demo/readers');
    if (!response.ok) throw new Error(textOfPage()('common.device_reader.not_fetched'));
    const { readers } = (await response.json()) as { readers: InstalledPlugin[] };
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
