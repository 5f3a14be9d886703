import type { Ref } from 'react';
import { acceptedFiles } from '../../../intake/accepted.ts';
import { takeIn } from '../../../queue/use-queue.ts';

/** Opened by the buttons of the workspace; dropping and pasting work on every page. */
export function FilePicker({ ref }: { ref: Ref<HTMLInputElement> }) {
  return (
    <input
      ref={ref}
      type="file"
      multiple
      accept={acceptedFiles}
      hidden
      aria-label="Choose pictures or PDFs"
      onChange={(event) => {
        void takeIn([...(event.currentTarget.files ?? [])], { source: 'upload' });
        event.currentTarget.value = '';
      }}
    />
  );
}
