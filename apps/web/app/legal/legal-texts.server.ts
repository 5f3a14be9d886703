import { languageOf } from '@readout/texts';
import type { LegalTextName } from '../../server/legal-sources.ts';
import { currentLocale } from '../../server/request/locale.ts';
import type { Services } from '../../server/services.ts';
import type { MissingSetting } from './legal-page.tsx';
import { type Operator, renderLegalText, type ShownLegalText } from './legal-text.ts';

/** The operator's own text, else the one that comes with Readout; in the reader's language where there is one in it. */
export async function legalText(
  { config, legal }: Pick<Services, 'config' | 'legal'>,
  name: LegalTextName,
  shown: 'translation' | 'original' = 'translation',
): Promise<ShownLegalText> {
  const operator: Operator = config.operator;
  const source = await legal.source(name);
  const original = renderLegalText(source.text, operator);
  const language = languageOf(currentLocale());
  const isForeign = original.language.split('-')[0] !== language && shown === 'translation';
  const translated = isForeign ? await legal.translation(name, { language, original: source }) : undefined;
  if (translated === undefined) return { ...original, translatedFrom: null };
  const translation = renderLegalText(translated, operator, language);
  return { ...translation, translatedFrom: translation.isBinding ? null : original.language };
}

/** Which of the texts is asked for: the one that holds by `?text=original`. */
export const shownOf = (request: Request): 'translation' | 'original' =>
  new URL(request.url).searchParams.get('text') === 'original' ? 'original' : 'translation';

/** Settings without which the texts do not say whom one deals with. */
export function missingOf({ operator }: Services['config']): MissingSetting[] {
  return [
    ...(operator.name ? [] : ['READOUT_OPERATOR_NAME' as const]),
    ...(operator.email ? [] : ['READOUT_OPERATOR_EMAIL' as const]),
    ...(operator.address ? [] : ['READOUT_OPERATOR_ADDRESS' as const]),
  ];
}
