import { Button, Checkbox } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { IconFolder } from '../../../ui/icons.ts';
import classes from '../desktop.module.css';
import type { FolderOwner, LedgerRow } from './folder-store.ts';
import { doneFolder } from './look-into-folder.ts';
import { type FolderState, type WatchedFolder, watchedFolder } from './watched-folder.ts';

const opening: FolderState = { status: 'opening', name: '', movesDone: false, rows: [], growing: 0 };

/** A folder of this computer whose new scans and screenshots are taken in. */
export function FolderCard({ owner }: { owner: FolderOwner }) {
  const [canWatch, setCanWatch] = useState<boolean>();
  useEffect(() => setCanWatch('showDirectoryPicker' in window), []);
  return (
    <section className={classes.card} aria-labelledby="folder-title">
      <h2 id="folder-title">
        <IconFolder size={18} stroke={1.5} aria-hidden /> Watched folder
      </h2>
      {canWatch === false ? (
        <p className={classes.dim}>
          {window.isSecureContext
            ? 'This browser lets no page watch a folder; Chrome and Edge on a computer do. Here a whole folder can be dropped onto the page at any time.'
            : 'Browsers let pages watch a folder only on HTTPS or localhost. Open Readout by its HTTPS address.'}
        </p>
      ) : (
        <p className={classes.dim}>
          New scans and screenshots in a folder are taken in by themselves, each once, while Readout is open.
        </p>
      )}
      {canWatch ? <Folder owner={owner} /> : null}
    </section>
  );
}

function Folder({ owner: { userId, companyId } }: { owner: FolderOwner }) {
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
            <b>{state.name}</b> {inWords(state)}
          </p>
          <div className={classes.buttons}>
            {state.status === 'asks' || state.status === 'gone' ? (
              <Button size="xs" onClick={() => run(folder.askAgain())}>
                {state.status === 'asks' ? 'Allow again' : 'Look again'}
              </Button>
            ) : null}
            {state.status === 'watching' || state.status === 'elsewhere' ? (
              <Button size="xs" variant="default" onClick={() => run(folder.setPaused(true))}>
                Pause
              </Button>
            ) : null}
            {state.status === 'paused' ? (
              <Button size="xs" variant="default" onClick={() => run(folder.setPaused(false))}>
                Resume
              </Button>
            ) : null}
            <Button size="xs" variant="default" onClick={() => run(folder.disconnect())}>
              Disconnect
            </Button>
          </div>
          {state.rows.length > 0 ? (
            <ul className={classes.taken} aria-label="Files of the folder">
              {state.rows.map((row) => (
                <Row key={row.file} row={row} />
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
  const [movesDone, setMovesDone] = useState(false);
  const [takesAll, setTakesAll] = useState(false);
  const connect = async () => {
    const handle = await window.showDirectoryPicker({
      id: 'readout-folder',
      mode: movesDone ? 'readwrite' : 'read',
    });
    await folder.connect(handle, { movesDone, takesAll });
  };
  return (
    <>
      <Checkbox
        size="xs"
        label="Also what is in it now"
        checked={takesAll}
        onChange={(event) => setTakesAll(event.currentTarget.checked)}
      />
      <Checkbox
        size="xs"
        label={`Move what was taken into “${doneFolder}”`}
        checked={movesDone}
        onChange={(event) => setMovesDone(event.currentTarget.checked)}
      />
      <Button size="xs" variant="default" onClick={() => run(connect())}>
        Choose a folder
      </Button>
    </>
  );
}

function inWords({ status, growing }: FolderState): string {
  switch (status) {
    case 'asks':
      return 'is waiting: the browser wants to be asked again after a reload.';
    case 'gone':
      return 'cannot be opened: it was moved or deleted, or its drive is not there.';
    case 'paused':
      return 'is paused.';
    case 'elsewhere':
      return 'is watched by another tab.';
    default:
      return growing > 0 ? `is watched; ${growing} being written.` : 'is watched.';
  }
}

function Row({ row: { name, state, reason } }: { row: LedgerRow }) {
  const words = { taken: 'taken in', same: 'taken in before', refused: 'refused', before: 'there before' }[
    state
  ];
  return (
    <li data-state={state}>
      <span title={name}>{name}</span>
      <span>{reason ? `${words}, ${reason}` : words}</span>
    </li>
  );
}
