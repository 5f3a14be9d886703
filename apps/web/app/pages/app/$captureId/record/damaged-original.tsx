import { Button } from '@mantine/core';
import type { CaptureDetail } from '@readout/domain/captures/rules';
import { useState } from 'react';
import { useWorkspace } from '../../../../captures/workspace-context.ts';
import { Row } from '../../../../ui/layout.tsx';
import { FormattedText, useText } from '../../../../ui/texts.tsx';
import { When } from '../../../../ui/when.tsx';
import classes from './record.module.css';

/** That the stored file is lost or changed, and how it is mended; that it was, for who saw it damaged. */
export function DamagedOriginal({ detail: { page } }: { detail: CaptureDetail }) {
  const text = useText();
  const { pickFiles } = useWorkspace();
  const { state, checkedAt } = page.original;
  const [wasDamaged, setWasDamaged] = useState(state !== 'whole');
  if (state !== 'whole' && !wasDamaged) setWasDamaged(true);
  if (!wasDamaged) return null;
  if (state === 'whole')
    return (
      <p className={classes.healed} role="status">
        {text('workspace.record.stored_file_whole_again')}
      </p>
    );
  return (
    <section className={classes.notRun} aria-labelledby="damaged">
      <h3 id="damaged">
        {state === 'missing'
          ? text('workspace.record.stored_file_lost')
          : text('workspace.record.stored_file_was_altered')}
      </h3>
      <p>
        <FormattedText
          id="workspace.record.damaged"
          values={{
            state: state === 'missing' ? 'missing' : 'altered',
            name: page.fileName,
            file: (inside) => <span dir="auto">{inside}</span>,
            when: <When iso={checkedAt} />,
          }}
        />
      </p>
      <Row gap={8}>
        <Button size="compact-md" variant="default" onClick={pickFiles}>
          {text('workspace.record.choose_the_file')}
        </Button>
      </Row>
    </section>
  );
}
