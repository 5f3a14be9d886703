import { Button } from '@mantine/core';
import type { VersionRef } from '@readout/domain/plugins/plugin-versions';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../api/client.ts';
import { useText } from '../ui/texts.tsx';
import { showProblem } from '../ui/undo.tsx';

interface OpenInStudioProps {
  version: Pick<VersionRef, 'source' | 'pluginId' | 'version'>;
  /** Read with the button's words where several stand below each other. */
  name?: string;
}

/** Opens a published version as a draft: the company's own to go on with, anybody else's as a copy. */
export function OpenInStudio({ version: { source, pluginId, version }, name }: OpenInStudioProps) {
  const text = useText();
  const [isOpening, setIsOpening] = useState(false);
  const navigate = useNavigate();
  const open = async (): Promise<void> => {
    setIsOpening(true);
    const answer = await api.post('/drafts/open', { body: { source, pluginId, version } });
    setIsOpening(false);
    if (answer.ok) await navigate(`/settings/plugins/studio/${answer.value.draftId}`);
    else showProblem(answer.problem);
  };
  return (
    <Button
      size="xs"
      variant="default"
      loading={isOpening}
      aria-label={name ? text('studio.open_named', { source, name }) : undefined}
      onClick={() => void open()}
    >
      {text('studio.open', { source })}
    </Button>
  );
}
