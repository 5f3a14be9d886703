import { languageOf } from '@readout/texts';
import { areasOf } from './areas.ts';

/** Addresses of the parsed messages, which carry a hash of their content. */
const addresses = import.meta.glob<string>(
  // No browser shows what the command line says.
  [
    '../../../../packages/texts/build/messages/*/*.json',
    '!../../../../packages/texts/build/messages/*/cli.json',
  ],
  {
    query: '?url',
    import: 'default',
    eager: true,
  },
);

/** Where a browser gets the texts of a page in its reader's language; areas without texts are left out. */
export function textFilesOf(pathname: string, locale: string): { area: string; address: string }[] {
  return areasOf(pathname).flatMap((area) => {
    const address = addresses[`../../../../packages/texts/build/messages/${languageOf(locale)}/${area}.json`];
    return address ? [{ area, address }] : [];
  });
}
