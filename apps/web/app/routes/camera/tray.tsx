import type { DeviceReaderState, DeviceReading } from '../../device/device-reader.ts';
import { IconAlertTriangle, IconCircleCheckFilled } from '../../ui/icons.ts';
import { checkOf, codeText, symbologyName } from './code-words.ts';
import { fieldLabel, valueText } from './device-words.ts';
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
  const shown = new Set(codes.flatMap(({ barcode }) => [barcode.text, barcode.format]));
  const fields = (result?.records ?? []).flatMap(({ plugin, type, fields: all }) =>
    Object.entries(all).flatMap(([name, field]) => {
      const text = valueText(field.value);
      // What only repeats a code stands there already.
      const repeats = shown.has(text) && field.evidence.every(({ line }) => line === undefined);
      return text && !repeats ? [{ key: `${plugin} ${type} ${name}`, name, text, field }] : [];
    }),
  );
  const isEmpty = codes.length === 0 && fields.length === 0;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: more chips than fit are scrolled, by keyboard too
    <section className={classes.tray} aria-label="What was read" tabIndex={0}>
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
                    <IconCircleCheckFilled size={13} aria-hidden /> picture taken
                  </span>
                ) : takesItself ? (
                  <span className={classes.doubt}>
                    <IconAlertTriangle size={13} aria-hidden /> no picture yet
                  </span>
                ) : null}
                {checkOf(barcode) ? (
                  <span className={classes.check}>
                    <IconCircleCheckFilled size={13} aria-hidden /> {checkOf(barcode)}
                  </span>
                ) : null}
              </span>
              <b>{codeText(barcode.text)}</b>
            </li>
          ))}
          {fields.slice(0, maxFields).map(({ key, name, text, field }) => {
            const failed = field.checks.find(({ passed }) => !passed);
            const isSure = field.confidence >= sureFrom && !failed;
            return (
              <li key={key} data-kind="field" data-sure={isSure} title={failed?.reason}>
                <span>
                  {fieldLabel(name)}
                  {isSure ? null : (
                    <span className={classes.doubt}>
                      <IconAlertTriangle size={13} aria-hidden /> {failed ? 'check failed' : 'not sure'}
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

function Progress({
  device,
  isReading,
  failure,
  isEmpty,
  isSparing,
  onLoad,
}: Pick<Props, 'device' | 'isReading' | 'failure' | 'isSparing' | 'onLoad'> & { isEmpty: boolean }) {
  if (device.status === 'loading') {
    const share = device.totalBytes > 0 ? device.loadedBytes / device.totalBytes : 0;
    return (
      <div className={classes.progress}>
        <label htmlFor="device-progress">
          Codes are read already. Getting ready to read text on this device
          {device.totalBytes > 0 ? ` · ${Math.round(share * 100)}% of ${megabytes(device.totalBytes)}` : ''}
        </label>
        <progress id="device-progress" max={1} {...(device.totalBytes > 0 ? { value: share } : {})} />
      </div>
    );
  }
  if (device.status === 'failed' || (device.status === 'off' && isSparing))
    return (
      <p className={classes.note}>
        {device.status === 'failed'
          ? 'Text cannot be read on this device at the moment; the server reads it once a picture is sent. '
          : 'Codes are read here; text is read on the server. '}
        <button type="button" onClick={onLoad}>
          {device.status === 'failed' ? 'Try again' : 'Read text here, too'}
        </button>
      </p>
    );
  if (isReading)
    return (
      <p className={classes.note} data-busy>
        Reading…
      </p>
    );
  if (failure) return <p className={classes.note}>This could not be read here: {failure}</p>;
  if (isEmpty) return <p className={classes.note}>Codes are read at once, text when it holds still.</p>;
  return null;
}

const megabytes = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1e6))} MB`;
