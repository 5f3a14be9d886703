import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useText } from '../../../../../ui/texts.tsx';
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
  const say = useText();
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
        {say('editor.manifest.not_json')}{' '}
        <Button size="compact-xs" variant="default" onClick={onShowText}>
          {say('editor.manifest.show_text')}
        </Button>
      </p>
    );
  return (
    <ManifestFormProvider value={form}>
      <div className={classes.manifestForm}>
        <section aria-labelledby="manifest-about">
          <h2 id="manifest-about">{say('editor.manifest.about')}</h2>
          <div className={classes.row}>
            <TextAt path={['name']} label={say('common.name')} />
            <TextAt path={['version']} label={say('editor.manifest.version')} />
          </div>
          <TextAt path={['description']} label={say('editor.manifest.description')} />
          <div className={classes.row}>
            <TextAt path={['author']} label={say('editor.manifest.author')} isOptional />
            <TextAt path={['licence']} label={say('editor.manifest.licence')} isOptional />
          </div>
          {form.problem(['id']) ? (
            <p className={classes.refused} role="alert">
              {form.problem(['id'])}
            </p>
          ) : null}
        </section>
        <section aria-labelledby="manifest-records">
          <h2 id="manifest-records">{say('editor.manifest.makes')}</h2>
          <RecordParts />
        </section>
        <section aria-labelledby="manifest-reads">
          <h2 id="manifest-reads">{say('editor.manifest.reads')}</h2>
          <MemberAt path={['reads']} member="lines" label={say('editor.manifest.reads_lines')} />
          <MemberAt path={['reads']} member="barcodes" label={say('editor.manifest.reads_barcodes')} />
          <MemberAt path={['reads']} member="company" label={say('editor.manifest.reads_company')} />
          {form.problem(['reads']) ? <p className={classes.refused}>{form.problem(['reads'])}</p> : null}
          <SwitchAt path={['fallback']} label={say('editor.manifest.fallback')} />
        </section>
        <section aria-labelledby="manifest-when">
          <h2 id="manifest-when">{say('editor.manifest.when')}</h2>
          <p>{say('editor.manifest.when_hint')}</p>
          <div className={classes.row}>
            <NumberAt path={['when', 'minLines']} label={say('editor.manifest.min_lines')} />
            <NumberAt path={['when', 'maxLines']} label={say('editor.manifest.max_lines')} />
            <NumberAt path={['when', 'minDigits']} label={say('editor.manifest.min_digits')} />
          </div>
          <LinesAt
            path={['when', 'words']}
            label={say('editor.manifest.words')}
            help={say('editor.manifest.words_hint')}
          />
          <LinesAt
            path={['when', 'barcodes']}
            label={say('editor.manifest.barcodes')}
            help={say('editor.manifest.barcodes_hint')}
          />
        </section>
        <section aria-labelledby="manifest-settings">
          <h2 id="manifest-settings">{say('editor.manifest.settings')}</h2>
          <SettingParts />
        </section>
        <section aria-labelledby="manifest-limits">
          <h2 id="manifest-limits">{say('editor.manifest.limits')}</h2>
          <p>{say('editor.manifest.limits_hint')}</p>
          <div className={classes.row}>
            <NumberAt path={['limits', 'ticks']} label={say('editor.manifest.ticks')} />
            <NumberAt path={['limits', 'memoryMb']} label={say('editor.manifest.memory')} />
          </div>
        </section>
      </div>
    </ManifestFormProvider>
  );
}
