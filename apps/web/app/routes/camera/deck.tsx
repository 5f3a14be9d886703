import { Link } from 'react-router';
import { IconFiles } from '../../ui/icons.ts';
import { plural } from '../../ui/numbers.ts';
import { modeWords } from './camera-words.ts';
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
  return (
    <div className={classes.deck}>
      <p className={classes.pending} role="status">
        {pending > 1 ? `Taken; ${plural(pending - 1, 'more picture')} waiting to be kept` : ''}
      </p>
      <fieldset className={classes.modes}>
        <legend className={classes.legend}>Mode</legend>
        {modes.map((each) => (
          <label key={each} title={modeWords[each].hint}>
            <input
              type="radio"
              name="mode"
              value={each}
              checked={mode === each}
              onChange={() => changeSettings({ mode: each })}
            />
            <span>{modeWords[each].label}</span>
          </label>
        ))}
      </fieldset>
      <div className={classes.row}>
        <button
          type="button"
          className={classes.taken}
          onClick={onShowTaken}
          aria-label={`Taken on this visit: ${plural(takenCount, 'picture')}`}
        >
          {lastPicture ? <img src={lastPicture} alt="" /> : <IconFiles size={24} stroke={1.5} aria-hidden />}
          {takenCount > 0 ? <span className={classes.badge}>{takenCount}</span> : null}
        </button>
        <button
          type="button"
          className={classes.shutter}
          aria-label={mode === 'count' ? 'Take and send a picture' : 'Take a picture'}
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
          aria-label={
            waiting > 0 ? `${plural(waiting, 'capture')} wait on this device` : 'Everything is sent'
          }
        >
          <b>{waiting}</b>
          <span>{waiting > 0 ? 'waiting' : 'all sent'}</span>
        </Link>
      </div>
    </div>
  );
}

const keys: readonly [key: string, what: string][] = [
  ['Space', 'Take a picture'],
  ['M', 'Next mode'],
  ['T', 'Torch'],
  ['A', 'By itself'],
  ['L', 'Next lens'],
  ['F', 'Finish or send'],
  ['U', 'Undo'],
  ['+ −', 'Zoom'],
];

/** For wide screens, which have a keyboard. */
export function KeyHints() {
  return (
    <dl className={classes.keys}>
      {keys.map(([key, what]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  );
}
