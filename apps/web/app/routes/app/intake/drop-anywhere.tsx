import { type Ref, useEffect, useState } from 'react';
import { takeIn } from '../../../queue/use-queue.ts';
import { Reticle } from '../../../ui/reticle.tsx';
import classes from './intake.module.css';

const accepted =
  'image/jpeg,image/png,image/webp,image/avif,image/heic,image/heif,image/gif,image/tiff,image/bmp,application/pdf,.heic,.heif,.tif,.tiff,.bmp';

/** Takes files dropped or pasted anywhere on the page, and holds the file picker. */
export function DropAnywhere({ ref }: { ref: Ref<HTMLInputElement> }) {
  const [isOver, setIsOver] = useState(false);

  useEffect(() => {
    // Entering a child counts as leaving its parent: the depth says whether the pointer left the page.
    let depth = 0;
    const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
    const onEnter = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth += 1;
      setIsOver(true);
    };
    const onLeave = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setIsOver(false);
    };
    const onOver = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
    };
    const onDrop = (event: DragEvent): void => {
      depth = 0;
      setIsOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (!hasFiles(event)) return;
      event.preventDefault();
      void takeIn(files, { source: 'upload' });
    };
    const onPaste = (event: ClipboardEvent): void => {
      const files = [...(event.clipboardData?.files ?? [])];
      // Text that is pasted into a field stays text.
      if (files.length === 0) return;
      event.preventDefault();
      void takeIn(files.map(named), { source: 'paste' });
    };
    document.addEventListener('dragenter', onEnter);
    document.addEventListener('dragleave', onLeave);
    document.addEventListener('dragover', onOver);
    document.addEventListener('drop', onDrop);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('dragenter', onEnter);
      document.removeEventListener('dragleave', onLeave);
      document.removeEventListener('dragover', onOver);
      document.removeEventListener('drop', onDrop);
      document.removeEventListener('paste', onPaste);
    };
  }, []);

  return (
    <>
      <input
        ref={ref}
        type="file"
        multiple
        accept={accepted}
        hidden
        aria-label="Choose pictures or PDFs"
        onChange={(event) => {
          void takeIn([...(event.currentTarget.files ?? [])], { source: 'upload' });
          event.currentTarget.value = '';
        }}
      />
      {isOver ? (
        <div className={classes.over} aria-hidden>
          <Reticle tone="signal" className={classes.overMark ?? ''}>
            Drop to read
          </Reticle>
        </div>
      ) : null}
    </>
  );
}

/** Every pasted screenshot is called `image.png`; the moment tells them apart. */
function named(file: File): File {
  if (file.name && file.name !== 'image.png') return file;
  const at = new Date().toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '.');
  return new File([file], `Pasted ${at}.${file.type.split('/')[1] ?? 'png'}`, {
    type: file.type,
    lastModified: file.lastModified,
  });
}
