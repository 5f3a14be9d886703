import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { api } from '../api/client.ts';
import { useText } from '../ui/texts.tsx';
import { showProblem } from '../ui/undo.tsx';

/** Runs a version of the company's own on the fixtures there are by now. */
export function MeasureAgain({ pluginId, version }: { pluginId: string; version: string }) {
  const text = useText();
  const [isMeasuring, setIsMeasuring] = useState(false);
  const { revalidate } = useRevalidator();
  const measure = async (): Promise<void> => {
    setIsMeasuring(true);
    const answer = await api.post('/drafts/measure', { body: { pluginId, version } });
    if (answer.ok) await revalidate();
    else showProblem(answer.problem);
    setIsMeasuring(false);
  };
  return (
    <Button size="xs" variant="default" loading={isMeasuring} onClick={() => void measure()}>
      {text('studio.measure')}
    </Button>
  );
}
