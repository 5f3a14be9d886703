import { notifications } from '@mantine/notifications';
import type { CaptureSource } from '@readout/domain/captures/rules';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { NewFile } from '../queue/queue-types.ts';
import { takeIn } from '../queue/use-queue.ts';
import { textOfPage } from '../texts/page-text.ts';
import { Reticle } from '../ui/reticle.tsx';
import { useText } from '../ui/texts.tsx';
import { useViewer } from '../viewer.ts';
import { droppedFiles } from './dropped-files.ts';
import { pastedFiles } from './pasted-files.ts';
import classes from './take-in-anywhere.module.css';

/** Takes files that are dropped or pasted on any page of a member, while their company takes something in. */
export function TakeInAnywhere() {
  const viewer = useViewer();
  return viewer?.company?.status === 'active' ? <Listening /> : null;
}

function Listening() {
  const text = useText();
  const [isOver, setIsOver] = useState(false);
  const { pathname } = useLocation();
  const place = pathname.split('/')[1] ?? '';

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
      if (!hasFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      const source = place === 'desktop' ? 'desktop' : 'upload';
      void droppedFiles(event.dataTransfer).then(({ files, leftOut }) => take(files, source, place, leftOut));
    };
    const onPaste = (event: ClipboardEvent): void => {
      const files = pastedFiles(event);
      if (files.length === 0) return;
      event.preventDefault();
      void take(files, place === 'desktop' ? 'desktop' : 'paste', place, 0);
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
  }, [place]);

  return isOver ? (
    <div className={classes.over} aria-hidden>
      <Reticle tone="signal" className={classes.overMark ?? ''}>
        {text('common.taken_in.drop')}
      </Reticle>
    </div>
  ) : null;
}

async function take(files: NewFile[], source: CaptureSource, place: string, leftOut: number): Promise<void> {
  const listed = files.length === 0 ? [] : await takeIn(files, { source });
  if (listed.length === 0 && leftOut === 0) return;
  // The workspace shows them by itself.
  if (place === 'app' && leftOut === 0) return;
  const text = textOfPage();
  const refused = listed.filter(({ state }) => state === 'failed');
  const count = listed.length - refused.length;
  notifications.show({
    color: refused.length > 0 ? 'red' : 'gray',
    autoClose: refused.length > 0 ? 12_000 : 6000,
    message: (
      <>
        {count > 0
          ? text('common.taken_in.taken', {
              count,
              name: listed.find((each) => !refused.includes(each))?.fileName ?? '',
            })
          : ''}{' '}
        {refused.length > 0
          ? text('common.taken_in.refused', {
              count: refused.length,
              name: refused[0]?.fileName ?? '',
              reason: refused[0]?.problem?.title ?? '',
            })
          : ''}{' '}
        {leftOut > 0 ? text('common.taken_in.left_out', { count: leftOut }) : ''}{' '}
        <Link to="/camera/queue">{text('common.taken_in.show')}</Link>
      </>
    ),
  });
}
