import { ActionIcon } from '@mantine/core';
import { useRef, useState } from 'react';
import { useWorkspace } from '../../../captures/workspace-context.ts';
import { useKeys } from '../../../keyboard/use-keys.ts';
import { IconDownload } from '../../../ui/icons.ts';
import { useText } from '../../../ui/texts.tsx';
import { ExportDialog } from './export-dialog.tsx';

/** Records of everything the filter matches, as a file. */
export function ExportButton() {
  const text = useText();
  const { viewer } = useWorkspace();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const open = () => {
    if (viewer.isReviewer) setIsOpen(true);
    return viewer.isReviewer;
  };
  useKeys({ export: () => (button.current?.checkVisibility() ? open() : false) });
  return (
    <>
      <ActionIcon
        ref={button}
        variant="default"
        size={30}
        aria-label={text('workspace.list.export_records_list')}
        title={viewer.isReviewer ? undefined : text('workspace.page.reviewers_only')}
        aria-disabled={!viewer.isReviewer}
        {...(viewer.isReviewer ? {} : { 'data-off': true })}
        onClick={open}
      >
        <IconDownload size={16} aria-hidden />
      </ActionIcon>
      {isOpen ? <ExportDialog onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}
