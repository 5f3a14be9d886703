import { Button } from '@mantine/core';
import type { CaptureDetail } from '@readout/domain/captures/rules';
import { useState } from 'react';
import { When } from '../../../ui/when.tsx';
import { useWorkspace } from '../workspace-context.ts';
import classes from './record.module.css';

/** That the stored file is lost or changed, and how it is mended; that it was, for who saw it damaged. */
export function DamagedOriginal({ detail: { page } }: { detail: CaptureDetail }) {
  const { pickFiles } = useWorkspace();
  const { state, checkedAt } = page.original;
  const [wasDamaged, setWasDamaged] = useState(state !== 'whole');
  if (state !== 'whole' && !wasDamaged) setWasDamaged(true);
  if (!wasDamaged) return null;
  if (state === 'whole')
    return (
      <p className={classes.healed} role="status">
        The stored file is whole again.
      </p>
    );
  return (
    <section className={classes.notRun} aria-labelledby="damaged">
      <h3 id="damaged">{state === 'missing' ? 'The stored file is lost' : 'The stored file was altered'}</h3>
      <p>
        {state === 'missing'
          ? 'It is not where it was put.'
          : 'Its bytes are not those that were captured, so it is not shown or handed out.'}{' '}
        What was read of it is kept. Upload <span dir="auto">{page.fileName}</span> again, exactly the same
        file: it takes its place, in every capture of it. Or ask whoever runs this Readout for a backup. Found{' '}
        <When iso={checkedAt} />.
      </p>
      <div className={classes.failedActions}>
        <Button size="compact-md" variant="default" onClick={pickFiles}>
          Choose the file
        </Button>
      </div>
    </section>
  );
}
