import { Button } from '@mantine/core';
import type { CaptureDetail } from '@readout/domain/captures/rules';
import { useWorkspace } from '../../../../captures/workspace-context.ts';
import { useText } from '../../../../ui/texts.tsx';
import { Allowed } from '../../list/bulk-bar.tsx';
import { useCaptureActions } from '../../use-capture-actions.ts';

/** Has a page read once more, for those who may; turns while it is being read. */
export function ReadAgain({ detail: { capture, page, may } }: { detail: CaptureDetail }) {
  const text = useText();
  const { reread } = useCaptureActions(useWorkspace());
  return (
    <Allowed allowed={may.change}>
      <Button
        size="compact-md"
        variant="default"
        loading={page.state === 'received' || page.state === 'reading'}
        aria-disabled={!may.change}
        {...(may.change ? {} : { 'data-off': true })}
        onClick={() => may.change && void reread(capture.id)}
      >
        {text('workspace.record.read_again')}
      </Button>
    </Allowed>
  );
}
