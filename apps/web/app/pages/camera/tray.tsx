import { fileSize, percentText } from '@readout/texts/numbers';
import type { DeviceReaderState, DeviceReading } from '../../device/device-reader.ts';
import { fieldLabel, valueText } from '../../device/device-words.ts';
import { IconAlertTriangle, IconCircleCheckFilled } from '../../ui/icons.ts';
import { useLocale, useText } from '../../ui/texts.tsx';
import { checkOf, codeText, symbologyName } from './code-words.ts';
import type { SeenCode } from './seen-codes.ts';
import { codeKey } from './tally.ts';
import classes from './tray.module.css';

interface Props {
  codes: readonly SeenCode[];
  /** Whether pictures take themselves: then a code counts once it is on one that is kept. */
  takesItself: boolean;
  result: DeviceReading | undefined;
  isReading: boolean;
  failure: string | undefined;
  device: DeviceReaderState;
  /** The person asked the browser to save data: what reads text is fetched when they say so. */
  isSparing: boolean;
  onLoad(): void;
}

const maxFields = 12;
/** From this confidence on a value is shown as read; below it says so. */
const sureFrom = 0.8;

/** What was read, as chips: codes at once, fields once the picture held still. */
export function Tray({ codes, takesItself, result, isReading, failure, device, isSparing, onLoad }: Props) {
  const say = useText();
  const shown = new Set(codes.flatMap(({ barcode }) => [barcode.text, barcode.format]));
  const fields = (result?.records ?? []).flatMap(({ plugin, type, fields: all }) =>
    Object.entries(all).flatMap(([name, field]) => {
      const text = valueText(field.value, say);
      // What only repeats a code stands there already.
      const repeats = shown.has(text) && field.evidence.every(({ line }) => line === undefined);
      return text && !repeats ? [{ key: `${plugin} ${type} ${name}`, name, text, field }] : [];
    }),
  );
  const isEmpty = codes.length === 0 && fields.length === 0;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: more chips than fit are scrolled, by keyboard too
    <section className={classes.tray} aria-label={say('camera.tray.what_was_read')} tabIndex={0}>
      <div role="status">
        <ul className={classes.chips}>
          {codes.map(({ barcode, isInSight, isKept }) => (
            <li
              key={codeKey(barcode)}
              data-kind="code"
              data-in-sight={(takesItself ? isKept : isInSight) || undefined}
              data-sure={takesItself && !isKept ? false : undefined}
            >
              <span>
                {symbologyName(barcode.format)}
                {isKept ? (
                  <span className={classes.check}>
                    <IconCircleCheckFilled size={13} aria-hidden /> {say('camera.tray.picture_taken')}
                  </span>
                ) : takesItself ? (
                  <span className={classes.doubt}>
                    <IconAlertTriangle size={13} aria-hidden /> {say('camera.tray.no_picture_yet')}
                  </span>
                ) : null}
                <Check barcode={barcode} />
              </span>
              <b>{codeText(barcode.text)}</b>
            </li>
          ))}
          {fields.slice(0, maxFields).map(({ key, name, text, field }) => {
            const failed = field.checks.find(({ passed }) => !passed);
            const isSure = field.confidence >= sureFrom && !failed;
            return (
              <li
                key={key}
                data-kind="field"
                data-sure={isSure && isReading ? undefined : isSure}
                title={failed?.reason}
              >
                <span>
                  {fieldLabel(name)}
                  {isSure ? null : (
                    <span className={classes.doubt}>
                      <IconAlertTriangle size={13} aria-hidden />{' '}
                      {say('camera.tray.doubt', { why: failed ? 'check' : 'unsure' })}
                    </span>
                  )}
                </span>
                <b>{text}</b>
              </li>
            );
          })}
        </ul>
      </div>
      <Progress
        isSparing={isSparing}
        device={device}
        isReading={isReading}
        failure={failure}
        isEmpty={isEmpty}
        onLoad={onLoad}
      />
    </section>
  );
}

/** What vouches for a code. */
function Check({ barcode }: { barcode: SeenCode['barcode'] }) {
  const text = useText();
  const check = checkOf(barcode);
  return check ? (
    <span className={classes.check}>
      <IconCircleCheckFilled size={13} aria-hidden /> {text('camera.code.check', { check })}
    </span>
  ) : null;
}

function Progress({
  device,
  isReading,
  failure,
  isEmpty,
  isSparing,
  onLoad,
}: Pick<Props, 'device' | 'isReading' | 'failure' | 'isSparing' | 'onLoad'> & { isEmpty: boolean }) {
  const text = useText();
  const locale = useLocale();
  if (device.status === 'loading') {
    const share = device.totalBytes > 0 ? device.loadedBytes / device.totalBytes : 0;
    return (
      <div className={classes.progress}>
        <label htmlFor="device-progress">
          {text('camera.tray.getting_ready', {
            size: device.totalBytes > 0 ? 'known' : undefined,
            share: percentText(share, locale),
            total: fileSize(device.totalBytes, locale),
          })}
        </label>
        <progress id="device-progress" max={1} {...(device.totalBytes > 0 ? { value: share } : {})} />
      </div>
    );
  }
  if (device.status === 'failed' || (device.status === 'off' && isSparing))
    return (
      <p className={classes.note}>
        {text('camera.tray.text_not_here', { why: device.status === 'failed' ? 'failed' : 'sparing' })}{' '}
        <button type="button" onClick={onLoad}>
          {text(device.status === 'failed' ? 'common.try_again' : 'camera.tray.read_text_here')}
        </button>
      </p>
    );
  if (isReading)
    return (
      <p className={classes.note} data-busy>
        {text('camera.tray.reading')}
      </p>
    );
  if (failure) return <p className={classes.note}>{text('camera.tray.not_read', { failure })}</p>;
  if (isEmpty) return <p className={classes.note}>{text('camera.tray.empty')}</p>;
  return null;
}
