import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Services } from '../../../../server/services.ts';
import { type LegalText, type Operator, renderLegalText } from './legal-text.ts';
import privacyPolicy from './privacy-policy.md?raw';
import tos from './tos.md?raw';

const BUILT_IN = { 'privacy-policy': privacyPolicy, tos };
export type LegalTextName = keyof typeof BUILT_IN;

/** The operator's own text from `legal/{name}.md` in the data folder, else the one that comes with Readout. */
export async function legalText(config: Services['config'], name: LegalTextName): Promise<LegalText> {
  const own = await readFile(path.join(config.dataFolder, 'legal', `${name}.md`), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    },
  );
  return renderLegalText(own ?? BUILT_IN[name], config.operator satisfies Operator);
}

/** Settings without which the texts do not say whom one deals with. */
export function missingOf({ operator }: Services['config']): string[] {
  return [
    ...(operator.name ? [] : ['READOUT_OPERATOR_NAME']),
    ...(operator.email ? [] : ['READOUT_OPERATOR_EMAIL']),
    ...(operator.address ? [] : ['READOUT_OPERATOR_ADDRESS']),
  ];
}

/** Versions that a new account accepts. */
export async function legalVersions(config: Services['config']): Promise<{ terms: string; privacy: string }> {
  const [terms, privacy] = await Promise.all([legalText(config, 'tos'), legalText(config, 'privacy-policy')]);
  return { terms: terms.version, privacy: privacy.version };
}
