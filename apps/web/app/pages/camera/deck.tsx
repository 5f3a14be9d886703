import { Link } from 'react-router';
import { Key } from '../../keyboard/key-help.tsx';
import { IconFiles } from '../../ui/icons.ts';
import { Hidden, Stack } from '../../ui/layout.tsx';
import { useText } from '../../ui/texts.tsx';
import { cameraKeys } from './camera-keys.ts';
import classes from './deck.module.css';
import { changeSettings, type Mode, modes } from './settings.ts';

interface Props {
  mode: Mode;
  canTake: boolean;
  /** Pictures that were taken and are not kept on this device yet. */
  pending: number;
  /** Pictures on this device that the server does not have yet. */
  waiting: number;
  /** Small picture of what was taken last. */
  lastPicture: string | undefined;
  takenCount: number;
  onTake(): void;
  onShowTaken(): void;
}

/** What becomes of what is taken or scanned; codes of a scanner need no camera. */
export function Modes({ mode }: { mode: Mode }) {
  const text = useText();
  return (
    <fieldset className={classes.modes}>
      <Hidden as="legend">{text('camera.mode.legend')}</Hidden>
      {modes.map((each) => (
        <label key={each} title={text('camera.mode.hint', { mode: each })}>
          <input
            type="radio"
            name="mode"
            value={each}
            checked={mode === each}
            onChange={() => changeSettings({ mode: each })}
          />
          <span>{text('camera.mode.label', { mode: each })}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Mode, shutter and what was taken, in reach of one thumb. */
export function Deck({
  mode,
  canTake,
  pending,
  waiting,
  lastPicture,
  takenCount,
  onTake,
  onShowTaken,
}: Props) {
  const text = useText();
  return (
    <Stack gap={10}>
      <p className={classes.pending} role="status">
        {pending > 1 ? text('camera.deck.pending', { count: pending - 1 }) : ''}
      </p>
      <Modes mode={mode} />
      <div className={classes.row}>
        <button
          type="button"
          className={classes.taken}
          onClick={onShowTaken}
          aria-label={text('camera.deck.taken', { count: takenCount })}
        >
          {lastPicture ? <img src={lastPicture} alt="" /> : <IconFiles size={24} stroke={1.5} aria-hidden />}
          {takenCount > 0 ? <span className={classes.badge}>{takenCount}</span> : null}
        </button>
        <button
          type="button"
          className={classes.shutter}
          aria-label={text(mode === 'count' ? 'camera.deck.take_and_send' : 'camera.deck.take')}
          aria-keyshortcuts="Space Enter"
          aria-disabled={!canTake}
          data-busy={pending > 0 || undefined}
          onClick={onTake}
        >
          <span />
        </button>
        <Link
          to="/camera/queue"
          className={classes.queue}
          aria-label={text('camera.deck.wait_here', { count: waiting })}
        >
          <b>{waiting}</b>
          <span>{text('camera.deck.waiting', { count: waiting })}</span>
        </Link>
      </div>
    </Stack>
  );
}

/** For wide screens, which have a keyboard; the list of keys (`?`) has the rest. */
const hinted: readonly string[] = ['take', 'mode', 'torch', 'auto', 'lens', 'finish', 'undo', 'help'];

export function KeyHints() {
  const text = useText();
  return (
    <dl className={classes.keys}>
      {cameraKeys
        .filter(({ action }) => hinted.includes(action))
        .map(({ action, keys }) => (
          <div key={action}>
            <dt>
              <Key name={keys[0]} />
            </dt>
            <dd>{text('camera.key.does', { key: action })}</dd>
          </div>
        ))}
    </dl>
  );
}
