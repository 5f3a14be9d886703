import { Button } from '@mantine/core';
import type { CaptureDetail } from '@readout/domain/captures/rules';
import { Reticle } from '../../../ui/reticle.tsx';
import { ReadAgain } from './read-again.tsx';
import classes from './record.module.css';

interface FailedCaptureProps {
  detail: CaptureDetail;
  failure: { code: string; title: string; action: string };
}

/** Why a picture could not be read, what to do about it, and the file as it came. */
export function FailedCapture({ detail, failure }: FailedCaptureProps) {
  const { page } = detail;
  const isWhole = page.original.state === 'whole';
  return (
    <Reticle tone="alarm" className={classes.failed ?? ''} role="region" aria-label="Why it failed">
      <h3>{failure.title}</h3>
      {page.failureDetail ? <p>{page.failureDetail}</p> : null}
      {failure.action ? <p>{failure.action}</p> : null}
      <p className={classes.dim}>
        Code <code>{failure.code}</code>.{isWhole ? ' The file itself is kept as it came.' : ''}
      </p>
      <div className={classes.failedActions}>
        <ReadAgain detail={detail} />
        {isWhole ? (
          <Button
            size="compact-md"
            variant="default"
            component="a"
            href={`/api/v1/captures/${page.id}/original`}
            download={page.fileName}
          >
            Download the original
          </Button>
        ) : null}
      </div>
    </Reticle>
  );
}
