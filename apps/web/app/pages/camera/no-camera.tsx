import type { ChangeEvent } from 'react';
import { ArrivingList } from '../../captures/arriving-list.tsx';
import type { CameraProblem } from '../../frames/camera-problem.ts';
import { choiceName } from '../../texts/choice-name.ts';
import { IconCamera, IconPhoto, IconRefresh } from '../../ui/icons.ts';
import { Reticle } from '../../ui/reticle.tsx';
import { FormattedText, useText } from '../../ui/texts.tsx';
import classes from './no-camera.module.css';

interface Props {
  problem: CameraProblem;
  onRetry(): void;
  onFiles(files: FileList): void;
}

/** No live picture: why, what to do, and the device's own camera app instead; what was chosen comes first. */
export function NoCamera({ problem, onRetry, onFiles }: Props) {
  const text = useText();
  const reason = choiceName(problem.reason);
  const isFirstAsk = reason === 'dismissed' || reason === 'denied';
  // Elsewhere asking again changes nothing.
  const canRetry = reason !== 'insecure' && reason !== 'unsupported';
  return (
    <div className={classes.page}>
      <div className={classes.chosen}>
        <ArrivingList />
      </div>
      <Reticle tone="notice" className={classes.card ?? ''}>
        <h2>{text('camera.problem.title', { reason })}</h2>
        <p>{text('camera.problem.what', { reason })}</p>
        <ol>
          <FormattedText id="camera.problem.steps" values={{ reason, step: (inside) => <li>{inside}</li> }} />
        </ol>
        {canRetry ? (
          <button type="button" className={classes.retry} onClick={onRetry}>
            <IconRefresh size={18} stroke={1.75} aria-hidden />{' '}
            {text(isFirstAsk ? 'camera.problem.ask_again' : 'common.try_again')}
          </button>
        ) : null}
        {problem.errorName ? (
          <p className={classes.error}>
            <code>{problem.errorName}</code>
            {problem.detail ? `: ${problem.detail}` : null}
          </p>
        ) : null}
      </Reticle>
      <FilePickers onFiles={onFiles} />
    </div>
  );
}

/** The camera app of the device, and pictures that are there already. */
export function FilePickers({ onFiles }: Pick<Props, 'onFiles'>) {
  const text = useText();
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    if (event.currentTarget.files?.length) onFiles(event.currentTarget.files);
    // The same photo may be taken twice in a row.
    event.currentTarget.value = '';
  };
  return (
    <div className={classes.pickers}>
      <label>
        <input type="file" accept="image/*" capture="environment" onChange={pick} />
        <IconCamera size={22} stroke={1.5} aria-hidden />
        <span>{text('camera.pick.take_photo')}</span>
      </label>
      <label>
        <input type="file" accept="image/*,.heic,.heif,.tif,.tiff" multiple onChange={pick} />
        <IconPhoto size={22} stroke={1.5} aria-hidden />
        <span>{text('camera.pick.choose_photos')}</span>
      </label>
    </div>
  );
}
