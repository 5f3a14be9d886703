import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { send } from '../../../ui/send.ts';
import { showProblem } from '../../../ui/undo.tsx';

/** Runs a version of the company's own on the fixtures there are by now. */
export function MeasureAgain({ pluginId, version }: { pluginId: string; version: string }) {
  const [isMeasuring, setIsMeasuring] = useState(false);
  const { revalidate } = useRevalidator();
  const measure = async (): Promise<void> => {
    setIsMeasuring(true);
    const answer = await send('/app/studio/measure', { pluginId, version });
    if (answer.ok) await revalidate();
    else showProblem(answer.problem);
    setIsMeasuring(false);
  };
  return (
    <Button size="xs" variant="default" loading={isMeasuring} onClick={() => void measure()}>
      Measure on its fixtures
    </Button>
  );
}
