import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { languageName } from '../languages.ts';
import long from '../ui/long-page.module.css';
import page from '../ui/page.module.css';
import { FormattedText, useLocale, useText } from '../ui/texts.tsx';
import { Day } from '../ui/when.tsx';
import classes from './legal-page.module.css';
import type { ShownLegalText } from './legal-text.ts';

/** What a legal text does not say of the operator, by the setting that would. */
export type MissingSetting = 'READOUT_OPERATOR_NAME' | 'READOUT_OPERATOR_EMAIL' | 'READOUT_OPERATOR_ADDRESS';

/** A legal text with its version, contents list and print style. */
export function LegalPage({ text: legal, missing }: { text: ShownLegalText; missing: MissingSetting[] }) {
  const text = useText();
  const locale = useLocale();
  const { language, translatedFrom } = legal;
  const isOwnLanguage = language.split('-')[0] === locale.split('-')[0];
  const contents = (
    <ol lang={language}>
      {legal.contents.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`}>{title}</a>
        </li>
      ))}
    </ol>
  );
  return (
    <div className={`${page.page} ${long.page}`}>
      <aside className={long.contents}>
        <nav aria-label={text('public.legal.contents')}>
          <h2>{text('public.legal.contents')}</h2>
          {contents}
        </nav>
      </aside>
      {/* Small screens: the same list, folded. */}
      <details className={long.folded}>
        <summary>{text('public.legal.contents')}</summary>
        {contents}
      </details>
      <article className={`${long.text} ${classes.text}`}>
        <h1 lang={language}>{legal.title}</h1>
        <p className={long.version}>
          <FormattedText
            id="public.legal.version"
            values={{
              version: legal.version,
              // An operator may write it as they like.
              date: isDay(legal.effective) ? <Day iso={legal.effective} /> : legal.effective,
            }}
          />
          {isOwnLanguage ? null : (
            <>
              <br />
              {text('public.legal.in_language', { language: languageName(language, locale) })}
            </>
          )}
        </p>
        {translatedFrom === null ? null : (
          <p className={classes.notice} role="note">
            <FormattedText
              id="public.legal.translation"
              values={{
                language: languageName(translatedFrom, locale),
                link: (inside: ReactNode) => <Link to="?text=original">{inside}</Link>,
              }}
            />
          </p>
        )}
        {missing.length === 0 ? null : (
          <p className={classes.notice} role="note">
            <FormattedText
              id="public.legal.missing"
              values={{
                missing: new Intl.ListFormat(locale).format(
                  missing.map((setting) => text('public.legal.missing_of', { setting })),
                ),
                settings: <Settings names={missing} />,
              }}
            />
          </p>
        )}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, or the operator's from the data folder */}
        <div lang={language} dangerouslySetInnerHTML={{ __html: legal.html }} />
      </article>
    </div>
  );
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

const Settings = ({ names }: { names: readonly string[] }): ReactNode =>
  names.map((name, index) => (
    <Fragment key={name}>
      {index === 0 ? null : ', '}
      <code>{name}</code>
    </Fragment>
  ));
