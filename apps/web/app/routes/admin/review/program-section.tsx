import type { Review } from '@readout/domain/platform/review/get-review';
import { useEffect, useState } from 'react';
import page from '../../../ui/page.module.css';
import { useText } from '../../../ui/texts.tsx';
import { CodeSection, Sentences } from '../../settings/plugins/code-section.tsx';
import { manifestChanges } from '../../settings/plugins/manifest-changes.ts';
import { permissionsInWords } from '../../settings/plugins/words.ts';
import classes from './review.module.css';

type Content = NonNullable<Review['content']>;

/** What it may do and what it says about itself, beside what was published last. */
export function DeclarationSection({
  content: { manifest },
  previous,
}: {
  content: Content;
  previous: Review['previous'];
}) {
  const text = useText();
  const changes = previous ? manifestChanges(previous.manifest, manifest, text) : null;
  return (
    <section className={page.section} id="permissions" aria-labelledby="permissions-heading">
      <h2 id="permissions-heading" className={page.sectionTitle}>
        What it may do
      </h2>
      <Sentences sentences={permissionsInWords(manifest, text)} />
      {changes ? (
        <>
          <h3 className={classes.small}>Against {previous?.version}</h3>
          {changes.permissions.length + changes.others.length === 0 ? (
            <p className={classes.explained}>It says the same about itself and asks for the same.</p>
          ) : (
            <>
              {changes.permissions.length > 0 ? (
                <div className={classes.weighty}>
                  <Sentences sentences={changes.permissions} />
                </div>
              ) : (
                <p className={classes.explained}>It asks for the same.</p>
              )}
              {changes.others.length > 0 ? <Sentences sentences={changes.others} /> : null}
            </>
          )}
        </>
      ) : null}
      <details className={classes.unfold}>
        <summary>Manifest</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard */}
        <section className={classes.source} tabIndex={0} aria-label="Manifest">
          <pre>{JSON.stringify(manifest, null, 2)}</pre>
        </section>
      </details>
    </section>
  );
}

/** The program: what changed of it, and all of it. */
export function ProgramSection({ content, previous }: { content: Content; previous: Review['previous'] }) {
  const { source, code, isTemplate } = content;
  return (
    <>
      {previous?.code ? <CodeSection code={previous.code} /> : null}
      <section className={page.section} id="program" aria-labelledby="program-heading">
        <h2 id="program-heading" className={page.sectionTitle}>
          {previous ? 'The whole program' : 'Program'}
        </h2>
        <p className={classes.explained}>
          {source === null
            ? 'It came without its source. This is the script that runs, broken into lines.'
            : isTemplate
              ? 'Made by pointing: its program is what a template becomes.'
              : 'As its author wrote it.'}
        </p>
        <Lines
          text={source ?? code.replaceAll(/[;{}]/g, '$&\n')}
          label={source === null ? 'Script' : 'Source'}
          isSource={source !== null}
          isOpen={!previous}
        />
      </section>
    </>
  );
}

function Lines({
  text,
  label,
  isSource,
  isOpen,
}: {
  text: string;
  label: string;
  isSource: boolean;
  isOpen: boolean;
}) {
  const lines = text.split('\n');
  const [opened, setOpened] = useState(isOpen);
  // A finding leads to its line, which has to be there to be gone to.
  useEffect(() => {
    const follow = () => {
      if (/^#source-\d+$/.test(location.hash)) setOpened(true);
    };
    follow();
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  useEffect(() => {
    if (opened && /^#source-\d+$/.test(location.hash))
      document.querySelector(location.hash)?.scrollIntoView({ block: 'center' });
  }, [opened]);
  return (
    <details
      className={classes.unfold}
      open={opened}
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <summary>
        {label}, {lines.length.toLocaleString('en')} lines
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard */}
      <section className={classes.source} tabIndex={0} aria-label={label}>
        <pre>
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines never change order
            <span key={index} {...(isSource ? { id: `source-${index + 1}` } : {})} data-line={index + 1}>
              {line}
              {'\n'}
            </span>
          ))}
        </pre>
      </section>
    </details>
  );
}
