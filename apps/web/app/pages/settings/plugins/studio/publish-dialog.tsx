import { Button, Modal, Textarea, TextInput } from '@mantine/core';
import type { PluginDraft } from '@readout/domain/plugins/drafts/rules';
import type { Manifest } from '@readout/plugin-kit/manifest';
import { useState } from 'react';
import { api } from '../../../../api/client.ts';
import { useText } from '../../../../ui/texts.tsx';
import { proposeVersion } from './propose-version.ts';
import classes from './studio.module.css';

interface PublishDialogProps {
  draftId: string;
  manifest: Manifest;
  published: PluginDraft['published'];
  /** Fixtures that differ. */
  failed: number;
  /** Puts the number into the manifest and keeps it. @returns the revision kept, undefined where that did not work */
  keepVersion(version: string): Promise<number | undefined>;
  onPublished(published: NonNullable<PluginDraft['published']>): void;
  close(): void;
}

/** Makes a version of the company's own; it reads from the next capture on. */
export function PublishDialog(props: PublishDialogProps) {
  const { draftId, manifest, published, failed, keepVersion, onPublished, close } = props;
  const text = useText();
  const [version, setVersion] = useState(() => proposeVersion(published?.manifest ?? null, manifest));
  const [notes, setNotes] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  const publish = async (): Promise<void> => {
    setIsSending(true);
    setProblem(undefined);
    const revision = await keepVersion(version);
    if (revision === undefined) setProblem(text('editor.publish.not_saved'));
    else {
      const answer = await api.post('/drafts/{draftId}/publish', {
        path: { draftId },
        body: { revision, notes },
      });
      if (answer.ok) {
        onPublished({ version: answer.value.version, manifest: { ...manifest, version } });
        close();
      } else setProblem(answer.problem.detail);
    }
    setIsSending(false);
  };
  return (
    <Modal opened onClose={close} title={text('editor.publish.title')}>
      <form
        className={classes.publish}
        onSubmit={(event) => {
          event.preventDefault();
          void publish();
        }}
      >
        <p>
          {published
            ? text('editor.publish.lead', { version: published.version })
            : text('editor.publish.lead_first')}
        </p>
        {failed > 0 ? <p role="alert">{text('editor.publish.differ', { count: failed })}</p> : null}
        <TextInput
          label={text('editor.publish.version')}
          pattern="\d+\.\d+\.\d+"
          required
          value={version}
          onChange={(event) => setVersion(event.currentTarget.value)}
        />
        <Textarea
          label={text('editor.publish.notes')}
          maxLength={4000}
          autosize
          minRows={3}
          value={notes}
          onChange={(event) => setNotes(event.currentTarget.value)}
        />
        {problem ? <p role="alert">{problem}</p> : null}
        <Button type="submit" loading={isSending}>
          {text('editor.desk.publish')}
        </Button>
      </form>
    </Modal>
  );
}
