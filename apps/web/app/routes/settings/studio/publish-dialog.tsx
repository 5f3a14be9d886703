import { Button, Modal, Textarea, TextInput } from '@mantine/core';
import type { PluginDraft } from '@readout/domain/plugins/drafts/rules';
import type { Manifest } from '@readout/plugin-kit/manifest';
import { useState } from 'react';
import { send } from '../../../ui/send.ts';
import { proposeVersion } from './propose-version.ts';
import classes from './studio.module.css';

interface PublishDialogProps {
  address: string;
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
  const { address, manifest, published, failed, keepVersion, onPublished, close } = props;
  const [version, setVersion] = useState(() => proposeVersion(published?.manifest ?? null, manifest));
  const [notes, setNotes] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  const publish = async (): Promise<void> => {
    setIsSending(true);
    setProblem(undefined);
    const revision = await keepVersion(version);
    if (revision === undefined) setProblem('The draft could not be saved. Try again once it says “Saved”.');
    else {
      const answer = await send<{ version: string }>(`${address}/publish`, { revision, notes });
      if (answer.ok) {
        onPublished({ version: answer.value.version, manifest: { ...manifest, version } });
        close();
      } else setProblem(answer.problem.detail);
    }
    setIsSending(false);
  };
  return (
    <Modal opened onClose={close} title="Publish to the company">
      <form
        className={classes.publish}
        onSubmit={(event) => {
          event.preventDefault();
          void publish();
        }}
      >
        <p>
          It reads what is captured from now on, for everybody in the company.{' '}
          {published ? `Published last: ${published.version}.` : 'It was never published before.'} Fixtures
          and their pictures stay where they are.
        </p>
        {failed > 0 ? <p role="alert">{failed} of the fixtures differ from what is right.</p> : null}
        <TextInput
          label="Version"
          pattern="\d+\.\d+\.\d+"
          required
          value={version}
          onChange={(event) => setVersion(event.currentTarget.value)}
        />
        <Textarea
          label="What is new"
          maxLength={4000}
          autosize
          minRows={3}
          value={notes}
          onChange={(event) => setNotes(event.currentTarget.value)}
        />
        {problem ? <p role="alert">{problem}</p> : null}
        <Button type="submit" loading={isSending}>
          Publish
        </Button>
      </form>
    </Modal>
  );
}
