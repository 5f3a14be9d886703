import type { StoredVersion } from '@readout/domain/plugins/plugin-versions';
import page from '../../../ui/page.module.css';
import settings from '../settings.module.css';
import classes from './plugins.module.css';
import { SamplePicture } from './sample-picture.tsx';
import { permissionsInWords, readsInWords } from './words.ts';

/** What it reads and makes, and what it may do. */
export function AboutSection({
  shown: { manifest, publisher, isFirstParty, version, source, pluginId },
}: {
  shown: StoredVersion;
}) {
  return (
    <section className={settings.section} aria-labelledby="about">
      <h2 id="about">What it does</h2>
      <dl className={settings.facts}>
        {manifest.reads.length > 0 ? (
          <>
            <dt>Reads</dt>
            <dd>
              {readsInWords(manifest.reads)}
              {manifest.fallback ? ', where no other reader made a record' : ''}
            </dd>
          </>
        ) : null}
        {manifest.records.map((record) => (
          <Makes key={record.type} label={record.label} fields={record.fields.map((each) => each.label)} />
        ))}
        {manifest.accepts.length > 0 ? (
          <>
            <dt>Sends</dt>
            <dd>{manifest.accepts.includes('*') ? 'any record' : manifest.accepts.join(', ')}</dd>
          </>
        ) : null}
        <dt>May do</dt>
        <dd>
          {permissionsInWords(manifest).map((sentence) => (
            <p key={sentence} className={classes.permission}>
              {sentence}
            </p>
          ))}
        </dd>
        <dt>By</dt>
        <dd>
          {publisher}
          {isFirstParty ? ', comes with Readout' : source === 'company' ? ', your company’s own' : ''}
          {manifest.licence ? `, ${manifest.licence}` : ''}
        </dd>
        <dt>Version</dt>
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
          <figcaption>One of its fixtures; framed is what it is to read of it.</figcaption>
        </figure>
      ) : null}
    </section>
  );
}

function Makes({ label, fields }: { label: string; fields: string[] }) {
  return (
    <>
      <dt>Makes</dt>
      <dd>
        {label} <span className={page.dim}>with {fields.join(', ')}</span>
      </dd>
    </>
  );
}
