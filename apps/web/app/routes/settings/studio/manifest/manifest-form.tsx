import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { parseManifest } from '../run/manifest-text.ts';
import classes from '../studio.module.css';
import { isSamePath, valueAt, withValueAt } from './at-path.ts';
import { type ManifestForm as Form, ManifestFormProvider } from './form-context.ts';
import { LinesAt, MemberAt, NumberAt, SwitchAt, TextAt } from './inputs.tsx';
import { RecordParts } from './record-parts.tsx';
import { SettingParts } from './setting-parts.tsx';

interface ManifestFormProps {
  text: string;
  pluginId: string;
  onChange(text: string): void;
  onShowText(): void;
}

/** The manifest as a form; the text beside it says the same, and more. */
export function ManifestForm({ text, pluginId, onChange, onShowText }: ManifestFormProps) {
  const form = useMemo((): Form | undefined => {
    let whole: unknown;
    try {
      whole = JSON.parse(text);
    } catch {
      return undefined;
    }
    const parsed = parseManifest(text, pluginId);
    const problems = parsed.ok ? [] : parsed.problems;
    return {
      value: (path) => valueAt(whole, path),
      problem: (path) => problems.find((each) => isSamePath(each.path, path))?.message,
      set: (path, next) => onChange(`${JSON.stringify(withValueAt(whole, path, next), null, 2)}\n`),
    };
  }, [text, pluginId, onChange]);
  if (!form)
    return (
      <p className={classes.hint} role="alert">
        The text is not valid JSON, so there is no form to show.{' '}
        <Button size="compact-xs" variant="default" onClick={onShowText}>
          Show the text
        </Button>
      </p>
    );
  return (
    <ManifestFormProvider value={form}>
      <div className={classes.manifestForm}>
        <section aria-labelledby="manifest-about">
          <h2 id="manifest-about">What it is</h2>
          <div className={classes.row}>
            <TextAt path={['name']} label="Name" />
            <TextAt path={['version']} label="Version" />
          </div>
          <TextAt path={['description']} label="What it reads, in a sentence" />
          <div className={classes.row}>
            <TextAt path={['author']} label="Author" isOptional />
            <TextAt path={['licence']} label="Licence" isOptional />
          </div>
          {form.problem(['id']) ? (
            <p className={classes.refused} role="alert">
              {form.problem(['id'])}
            </p>
          ) : null}
        </section>
        <section aria-labelledby="manifest-records">
          <h2 id="manifest-records">What it makes</h2>
          <RecordParts />
        </section>
        <section aria-labelledby="manifest-reads">
          <h2 id="manifest-reads">What it reads</h2>
          <MemberAt path={['reads']} member="lines" label="Lines of text" />
          <MemberAt path={['reads']} member="barcodes" label="Barcodes" />
          {form.problem(['reads']) ? <p className={classes.refused}>{form.problem(['reads'])}</p> : null}
          <SwitchAt path={['fallback']} label="Only where no other reader made a record" />
        </section>
        <section aria-labelledby="manifest-when">
          <h2 id="manifest-when">When it is run</h2>
          <p>Everything given here has to hold. Be generous: text is read with mistakes.</p>
          <div className={classes.row}>
            <NumberAt path={['when', 'minLines']} label="Lines at least" />
            <NumberAt path={['when', 'maxLines']} label="Lines at most" />
            <NumberAt path={['when', 'minDigits']} label="Digits at least" />
          </div>
          <LinesAt
            path={['when', 'words']}
            label="One of these is in the text"
            help="One on each line; capitals and accents do not matter."
          />
          <LinesAt
            path={['when', 'barcodes']}
            label="A barcode of one of these kinds"
            help="As ZXing-C++ names them, for instance QRCode; one on each line."
          />
        </section>
        <section aria-labelledby="manifest-settings">
          <h2 id="manifest-settings">What companies may set</h2>
          <SettingParts />
        </section>
        <section aria-labelledby="manifest-limits">
          <h2 id="manifest-limits">Less than everybody gets</h2>
          <p>A plugin that promises little is easier to trust.</p>
          <div className={classes.row}>
            <NumberAt path={['limits', 'ticks']} label="Ticks a run" />
            <NumberAt path={['limits', 'memoryMb']} label="Memory, MB" />
          </div>
        </section>
      </div>
    </ManifestFormProvider>
  );
}
