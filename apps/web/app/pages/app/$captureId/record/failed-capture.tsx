import { Button } from '@mantine/core';
import type { CaptureDetail } from '@readout/domain/captures/rules';
import { Row } from '../../../../ui/layout.tsx';
import { Reticle } from '../../../../ui/reticle.tsx';
import { FormattedText, useText } from '../../../../ui/texts.tsx';
import { ReadAgain } from './read-again.tsx';
import classes from './record.module.css';

interface FailedCaptureProps {
  detail: CaptureDetail;
  failure: { code: string; title: string; action: string };
}

/** Why a picture could not be read, what to do about it, and the file as it came. */
export function FailedCapture({ detail, failure }: FailedCaptureProps) {
  const text = useText();
  const { page } = detail;
  const isWhole = page.original.state === 'whole';
  return (
    <Reticle
      tone="alarm"
      className={classes.failed ?? ''}
      role="region"
      aria-label={text('workspace.record.why_it_failed')}
    >
      <h3>{failure.title}</h3>
      {page.failureDetail ? <p>{page.failureDetail}</p> : null}
      {failure.action ? <p>{failure.action}</p> : null}
      <p className={classes.dim}>
        <FormattedText
          id={isWhole ? 'workspace.record.code_file_kept' : 'workspace.record.code'}
          values={{ failure: failure.code }}
        />
      </p>
      <Row gap={8}>
        <ReadAgain detail={detail} />
        {isWhole ? (
          <Button
            size="compact-md"
            variant="default"
            component="a"
            href={`/api/v1/captures/${page.id}/original`}
            download={page.fileName}
          >
            {text('workspace.record.download_the_original')}
          </Button>
        ) : null}
      </Row>
    </Reticle>
  );
}
