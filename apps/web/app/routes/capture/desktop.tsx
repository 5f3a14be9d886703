import { type ChangeEvent, type DragEvent, useEffect, useState } from 'react';
import { takeIn } from '../../queue/use-queue.ts';
import { requireMember } from '../../session.ts';
import { IconClipboard, IconUpload } from '../../ui/icons.ts';
import page from '../../ui/page.module.css';
import type { Route } from './+types/desktop';
import { ArrivingList } from './arriving-list.tsx';
import classes from './capture.module.css';
import { NoNewCaptures } from './no-new-captures.tsx';

export function loader({ context, request }: Route.LoaderArgs) {
  const { session } = requireMember(context, request);
  return { status: session.company.status };
}

export const meta: Route.MetaFunction = () => [{ title: 'Desktop · Readout' }];

export default function DesktopPage({ loaderData }: Route.ComponentProps) {
  return (
    <div className={`${page.page} ${classes.page}`}>
      <h1 className={page.title}>Desktop</h1>
      {loaderData.status === 'active' ? (
        <>
          <PasteArea />
          <ArrivingList empty="What you paste or drop here appears in this list, from the first byte to the record." />
        </>
      ) : (
        <NoNewCaptures />
      )}
      <p className={classes.truth}>
        Reading a window directly and watching a region of the screen over time are not there yet: for now
        this page takes screenshots from the clipboard and files.
      </p>
    </div>
  );
}

/** Takes screenshots from the clipboard anywhere on the page, and files dropped onto it. */
function PasteArea() {
  const [isOver, setIsOver] = useState(false);
  const [hint, setHint] = useState('');

  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) {
        setHint('The clipboard holds no picture. Take a screenshot to the clipboard first, then paste.');
        return;
      }
      event.preventDefault();
      setHint('');
      void takeIn(files, { source: 'desktop' });
    };
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
  }, []);

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    void takeIn([...event.dataTransfer.files], { source: 'desktop' });
  };
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    void takeIn([...(event.currentTarget.files ?? [])], { source: 'desktop' });
    event.currentTarget.value = '';
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one of three ways; the keyboard has paste and the file button
    <div
      className={classes.paste}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <IconClipboard size={40} stroke={1.25} aria-hidden />
      <p>
        Press <kbd>Ctrl</kbd> <kbd>V</kbd> to paste a screenshot, or drop files here
      </p>
      <label className={classes.second}>
        <input type="file" accept="image/*,.pdf,.heic,.heif,.tif,.tiff" multiple onChange={pick} />
        <IconUpload size={18} stroke={1.5} aria-hidden />
        <span>Choose files</span>
      </label>
      <p role="status" className={classes.hint}>
        {hint}
      </p>
    </div>
  );
}
