import { Button, FileInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Answer } from '../api/answer.ts';
import { Row } from '../ui/layout.tsx';
import settings from '../ui/settings.module.css';
import { useLocale, useText } from '../ui/texts.tsx';
import { type Inspected, inspect } from './inspect.ts';
import { PackageFacts } from './package-facts.tsx';

interface Door<Way extends string, Version> {
  /** What can be done with a package, the usual first; none: it is looked at only. */
  ways: readonly { way: Way; label: string }[];
  send(file: File, way: Way): Promise<Answer<Version>>;
  /** What is said of a version that is there. */
  done(version: Version): ReactNode;
}

/** A package is chosen, looked into, and sent once somebody says so. `children` follow the choice of a file. */
export function CarryIn<Way extends string, Version>({
  children,
  ...door
}: Door<Way, Version> & { children?: ReactNode }) {
  const [text, locale] = [useText(), useLocale()];
  const [seen, setSeen] = useState<{ file: File; inspected: Inspected }>();
  const look = async (file: File | null) => {
    setSeen(undefined);
    if (file) setSeen({ file, inspected: await inspect(file, { text, locale }) });
  };
  return (
    <>
      <section className={settings.section} aria-labelledby="package-file">
        <h2 id="package-file">{text('settings.packages.package')}</h2>
        <FileInput
          label={text('settings.packages.file')}
          placeholder={text('settings.packages.choose')}
          accept=".readout-plugin,application/json"
          clearable
          clearButtonProps={{ 'aria-label': text('settings.packages.choose_none') }}
          onChange={look}
        />
      </section>
      {children}
      {seen ? (
        <PackageFacts
          key={seen.file.name + seen.file.lastModified}
          fileName={seen.file.name}
          inspected={seen.inspected}
        >
          {door.ways.length > 0 ? <Sending {...door} file={seen.file} /> : null}
        </PackageFacts>
      ) : null}
    </>
  );
}

function Sending<Way extends string, Version>({
  ways,
  send,
  done,
  file,
}: Door<Way, Version> & { file: File }) {
  const [busy, setBusy] = useState<Way>();
  const [answer, setAnswer] = useState<Answer<Version>>();
  const take = async (way: Way) => {
    setBusy(way);
    setAnswer(await send(file, way));
    setBusy(undefined);
  };
  return (
    <>
      <Row gap={8} below={12}>
        {ways.map(({ way, label }, index) => (
          <Button
            key={way}
            variant={index === 0 ? 'filled' : 'default'}
            onClick={() => take(way)}
            loading={busy === way}
            disabled={busy !== undefined && busy !== way}
          >
            {label}
          </Button>
        ))}
      </Row>
      <p className={answer && !answer.ok ? settings.problem : settings.done} role="status">
        {answer && !answer.ok ? `${answer.problem.detail} ${answer.problem.action ?? ''}` : null}
        {answer?.ok ? done(answer.value) : null}
      </p>
    </>
  );
}
