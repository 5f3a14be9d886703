import { languageOf } from '@readout/texts';
import { useLocale, useText } from '../../ui/texts.tsx';
import type { SHOTS } from './landing-text.ts';

type Shot = (typeof SHOTS)[number];

/** By `<what>-<language>-<light or dark>`, as `make-shots.ts` takes them. */
const shots = import.meta.glob<string>('./shots/*.webp', { eager: true, query: '?url', import: 'default' });
const addressOf = (shot: Shot, language: string, scheme: 'light' | 'dark') =>
  shots[`./shots/${shot}-${language}-${scheme}.webp`];

/** A picture of the running product, in the reader's language and colours. */
export function ShotPicture({ shot }: { shot: Shot }) {
  const text = useText();
  const language = languageOf(useLocale());
  const spoken = addressOf(shot, language, 'light') ? language : 'en';
  return (
    <picture>
      <source media="(prefers-color-scheme: dark)" srcSet={addressOf(shot, spoken, 'dark')} />
      <img
        src={addressOf(shot, spoken, 'light')}
        width={960}
        height={600}
        loading="lazy"
        decoding="async"
        alt={text('public.landing.shot_alt', { shot })}
      />
    </picture>
  );
}
