import type { Ref } from 'react';
import { acceptedFiles } from '../../../intake/accepted.ts';
import { takeIn } from '../../../queue/use-queue.ts';
import { useText } from '../../../ui/texts.tsx';

/** Opened by the buttons of the workspace; dropping and pasting work on every page. */
export function FilePicker({ ref }: { ref: Ref<HTMLInputElement> }) {
  const text = useText();
  return (
    <input
      ref={ref}
      type="file"
      multiple
      accept={acceptedFiles}
      hidden
      aria-label={text('workspace.intake.choose_pictures_or_pdfs')}
      onChange={(event) => {
        void takeIn([...(event.currentTarget.files ?? [])], { source: 'upload' });
        event.currentTarget.value = '';
      }}
    />
  );
}
