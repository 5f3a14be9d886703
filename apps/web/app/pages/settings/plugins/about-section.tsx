import type { StoredVersion } from '@readout/domain/plugins/plugin-versions';
import classes from '../../../plugins/plugins.module.css';
import { permissionsInWords, readsInWords } from '../../../plugins/words.ts';
import page from '../../../ui/page.module.css';
import settings from '../../../ui/settings.module.css';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import { SamplePicture } from './sample-picture.tsx';

/** What it reads and makes, and what it may do. */
export function AboutSection({
  shown: { manifest, publisher, isFirstParty, version, source, pluginId },
}: {
  shown: StoredVersion;
}) {
  const text = useText();
  return (
    <section className={settings.section} aria-labelledby="about">
      <h2 id="about">{text('settings.plugins.what_it_does')}</h2>
      <dl className={settings.facts}>
        {manifest.reads.length > 0 ? (
          <>
            <dt>{text('settings.plugins.reads_label')}</dt>
            <dd>
              {manifest.fallback
                ? text('settings.plugins.reads_fallback', { reads: readsInWords(manifest.reads, text) })
                : readsInWords(manifest.reads, text)}
            </dd>
          </>
        ) : null}
        {manifest.records.map((record) => (
          <Makes key={record.type} label={record.label} fields={record.fields.map((each) => each.label)} />
        ))}
        {manifest.accepts.length > 0 ? (
          <>
            <dt>{text('settings.plugins.sends_label')}</dt>
            <dd>
              {manifest.accepts.includes('*')
                ? text('settings.plugins.any_record')
                : manifest.accepts.join(', ')}
            </dd>
          </>
        ) : null}
        <dt>{text('settings.plugins.may_do')}</dt>
        <dd>
          {permissionsInWords(manifest, text).map((sentence) => (
            <p key={sentence} className={classes.permission}>
              {sentence}
            </p>
          ))}
        </dd>
        <dt>{text('settings.plugins.by_label')}</dt>
        <dd>
          {[
            publisher,
            isFirstParty
              ? text('settings.plugins.comes_with')
              : source === 'company'
                ? text('settings.plugins.company_own')
                : '',
            manifest.licence,
          ]
            .filter(Boolean)
            .join(', ')}
        </dd>
        <dt>{text('settings.plugins.version_label')}</dt>
        <dd>{version}</dd>
      </dl>
      {manifest.records.length > 0 ? (
        <figure className={classes.figure}>
          <SamplePicture
            plugin={pluginId}
            source={source}
            version={version}
            fields={manifest.records.flatMap((record) => record.fields.map((each) => each.label))}
            isLarge
          />
          <figcaption>{text('settings.plugins.sample_hint')}</figcaption>
        </figure>
      ) : null}
    </section>
  );
}

function Makes({ label, fields }: { label: string; fields: string[] }) {
  const text = useText();
  return (
    <>
      <dt>{text('settings.plugins.makes_label')}</dt>
      <dd>
        <FormattedText
          id="settings.plugins.makes"
          values={{
            record: label,
            fields: fields.join(', '),
            dim: (inside) => <span className={page.dim}>{inside}</span>,
          }}
        />
      </dd>
    </>
  );
}
