import { Button, Checkbox } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { IconFolder } from '../../../ui/icons.ts';
import { Row } from '../../../ui/layout.tsx';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import classes from '../desktop.module.css';
import type { FolderOwner, LedgerRow } from './folder-store.ts';
import { type FolderState, type WatchedFolder, watchedFolder } from './watched-folder.ts';

const opening: FolderState = { status: 'opening', name: '', movesDone: false, rows: [], growing: 0 };

/** A folder of this computer whose new scans and screenshots are taken in. */
export function FolderCard({ owner }: { owner: FolderOwner }) {
  const text = useText();
  const [canWatch, setCanWatch] = useState<boolean>();
  useEffect(() => setCanWatch('showDirectoryPicker' in window), []);
  return (
    <section className={classes.card} aria-labelledby="folder-title">
      <h2 id="folder-title">
        <IconFolder size={18} stroke={1.5} aria-hidden /> {text('desktop.folder.watched_folder')}
      </h2>
      {canWatch === false ? (
        <p className={classes.dim}>
          {window.isSecureContext
            ? text('desktop.folder.browser_lets_no_page_watch')
            : text('desktop.folder.browsers_let_pages_watch_folder')}
        </p>
      ) : (
        <p className={classes.dim}>{text('desktop.folder.new_scans_screenshots_in_folder')}</p>
      )}
      {canWatch ? <Folder owner={owner} /> : null}
    </section>
  );
}

function Folder({ owner: { userId, companyId } }: { owner: FolderOwner }) {
  const text = useText();
  const folder = watchedFolder({ userId, companyId });
  const state = useSyncExternalStore(folder.subscribe, folder.state, () => opening);
  const [failure, setFailure] = useState('');
  const run = (work: Promise<unknown>) => {
    setFailure('');
    work.catch((error: unknown) => {
      // The person closed the browser's dialog.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      setFailure(error instanceof Error ? error.message : String(error));
    });
  };
  return (
    <>
      {state.status === 'none' ? <Connect folder={folder} run={run} /> : null}
      {state.status === 'none' || state.status === 'opening' ? null : (
        <>
          <p role="status">
            <FormattedText
              id="desktop.folder.status"
              values={{
                status: shownStatus(state),
                name: state.name,
                growing: state.growing,
                folder: (inside) => <b>{inside}</b>,
              }}
            />
          </p>
          <Row gap={8}>
            {state.status === 'asks' || state.status === 'gone' ? (
              <Button size="xs" onClick={() => run(folder.askAgain())}>
                {state.status === 'asks'
                  ? text('desktop.folder.allow_again')
                  : text('desktop.folder.look_again')}
              </Button>
            ) : null}
            {state.status === 'watching' || state.status === 'elsewhere' ? (
              <Button size="xs" variant="default" onClick={() => run(folder.setPaused(true))}>
                {text('desktop.folder.pause')}
              </Button>
            ) : null}
            {state.status === 'paused' ? (
              <Button size="xs" variant="default" onClick={() => run(folder.setPaused(false))}>
                {text('desktop.folder.resume')}
              </Button>
            ) : null}
            <Button size="xs" variant="default" onClick={() => run(folder.disconnect())}>
              {text('desktop.folder.disconnect')}
            </Button>
          </Row>
          {state.rows.length > 0 ? (
            <ul className={classes.taken} aria-label={text('desktop.folder.files_folder')}>
              {state.rows.map((row) => (
                <FileRow key={row.file} row={row} />
              ))}
            </ul>
          ) : null}
        </>
      )}
      {failure ? (
        <p className={classes.refusal} role="alert">
          {failure}
        </p>
      ) : null}
    </>
  );
}

function Connect({ folder, run }: { folder: WatchedFolder; run(work: Promise<unknown>): void }) {
  const text = useText();
  const doneFolder = text('desktop.folder.done_name');
  const [movesDone, setMovesDone] = useState(false);
  const [takesAll, setTakesAll] = useState(false);
  const connect = async () => {
    const handle = await window.showDirectoryPicker({
      id: 'readout-folder',
      mode: movesDone ? 'readwrite' : 'read',
    });
    await folder.connect(handle, { movesDone, doneFolder, takesAll });
  };
  return (
    <>
      <Checkbox
        size="xs"
        label={text('desktop.folder.also_what_in_now')}
        checked={takesAll}
        onChange={(event) => setTakesAll(event.currentTarget.checked)}
      />
      <Checkbox
        size="xs"
        label={text('desktop.folder.move_taken', { folder: doneFolder })}
        checked={movesDone}
        onChange={(event) => setMovesDone(event.currentTarget.checked)}
      />
      <Button size="xs" variant="default" onClick={() => run(connect())}>
        {text('desktop.folder.choose_a_folder')}
      </Button>
    </>
  );
}

function shownStatus({ status, growing }: FolderState) {
  if (status === 'asks' || status === 'gone' || status === 'paused' || status === 'elsewhere') return status;
  return growing > 0 ? 'growing' : 'watching';
}

function FileRow({ row: { name, state, reason } }: { row: LedgerRow }) {
  const text = useText();
  const words = text('desktop.folder.file_state', { state });
  return (
    <li data-state={state}>
      <span title={name}>{name}</span>
      <span>
        {reason
          ? `${words}, ${state === 'taken' ? text('desktop.folder.not_moved', { reason }) : reason}`
          : words}
      </span>
    </li>
  );
}
