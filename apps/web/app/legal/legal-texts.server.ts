import type { LegalTextName } from '../../server/legal-sources.ts';
import type { Services } from '../../server/services.ts';
import type { MissingSetting } from './legal-page.tsx';
import { type LegalText, type Operator, renderLegalText } from './legal-text.ts';

/** The operator's own text, else the one that comes with Readout. */
export async function legalText(
  { config, legal }: Pick<Services, 'config' | 'legal'>,
  name: LegalTextName,
): Promise<LegalText> {
  const { text } = await legal.source(name);
  return renderLegalText(text, config.operator satisfies Operator);
}

/** Settings without which the texts do not say whom one deals with. */
export function missingOf({ operator }: Services['config']): MissingSetting[] {
  return [
    ...(operator.name ? [] : ['READOUT_OPERATOR_NAME' as const]),
    ...(operator.email ? [] : ['READOUT_OPERATOR_EMAIL' as const]),
    ...(operator.address ? [] : ['READOUT_OPERATOR_ADDRESS' as const]),
  ];
}
