import type { Review } from '@readout/domain/platform/review/get-review';
import { useEffect, useState } from 'react';
import { CodeSection, Sentences } from '../../../../plugins/code-section.tsx';
import { manifestChanges } from '../../../../plugins/manifest-changes.ts';
import { permissionsInWords } from '../../../../plugins/words.ts';
import { Text } from '../../../../ui/layout.tsx';
import page from '../../../../ui/page.module.css';
import { useText } from '../../../../ui/texts.tsx';
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
        {text('operation.program.permissions')}
      </h2>
      <Sentences sentences={permissionsInWords(manifest, text)} />
      {changes ? (
        <>
          <Text as="h3" size={14} weight={560} above={16} below={4}>
            {text('operation.program.against', { version: previous?.version ?? '' })}
          </Text>
          {changes.permissions.length + changes.others.length === 0 ? (
            <p className={classes.explained}>{text('operation.program.same', { what: 'all' })}</p>
          ) : (
            <>
              {changes.permissions.length > 0 ? (
                <div className={classes.weighty}>
                  <Sentences sentences={changes.permissions} />
                </div>
              ) : (
                <p className={classes.explained}>{text('operation.program.same', { what: 'permissions' })}</p>
              )}
              {changes.others.length > 0 ? <Sentences sentences={changes.others} /> : null}
            </>
          )}
        </>
      ) : null}
      <details className={classes.unfold}>
        <summary>{text('operation.program.manifest')}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard */}
        <section className={classes.source} tabIndex={0} aria-label={text('operation.program.manifest')}>
          <pre>{JSON.stringify(manifest, null, 2)}</pre>
        </section>
      </details>
    </section>
  );
}

/** The program: what changed of it, and all of it. */
export function ProgramSection({ content, previous }: { content: Content; previous: Review['previous'] }) {
  const text = useText();
  const { source, isTemplate } = content;
  return (
    <>
      {previous?.code ? <CodeSection code={previous.code} /> : null}
      <section className={page.section} id="program" aria-labelledby="program-heading">
        <h2 id="program-heading" className={page.sectionTitle}>
          {text('operation.program.title', { whole: previous ? 'yes' : undefined })}
        </h2>
        <p className={classes.explained}>
          {text('operation.program.origin', { origin: isTemplate ? 'template' : undefined })}
        </p>
        <Lines source={source} isOpen={!previous} />
      </section>
    </>
  );
}

function Lines({ source, isOpen }: { source: string; isOpen: boolean }) {
  const text = useText();
  const lines = source.split('\n');
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
      <summary>{text('operation.program.lines', { count: lines.length })}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard */}
      <section className={classes.source} tabIndex={0} aria-label={text('operation.program.label')}>
        <pre>
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines never change order
            <span key={index} id={`source-${index + 1}`} data-line={index + 1}>
              {line}
              {'\n'}
            </span>
          ))}
        </pre>
      </section>
    </details>
  );
}
