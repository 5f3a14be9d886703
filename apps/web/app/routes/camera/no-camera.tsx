import type { ChangeEvent } from 'react';
import type { CameraProblem } from '../../frames/camera-problem.ts';
import { IconCamera, IconPhoto, IconRefresh } from '../../ui/icons.ts';
import { Reticle } from '../../ui/reticle.tsx';
import { problemWords } from './camera-words.ts';
import classes from './no-camera.module.css';

interface Props {
  problem: CameraProblem;
  onRetry(): void;
  onFiles(files: FileList): void;
}

/** No live picture: why, what to do, and the device's own camera app instead. */
export function NoCamera({ problem, onRetry, onFiles }: Props) {
  const { title, what, steps, canRetry } = problemWords(problem);
  const isFirstAsk = problem.reason === 'dismissed' || problem.reason === 'denied';
  return (
    <div className={classes.page}>
      <Reticle tone="notice" className={classes.card ?? ''}>
        <h2>{title}</h2>
        <p>{what}</p>
        <ol>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        {canRetry ? (
          <button type="button" className={classes.retry} onClick={onRetry}>
            <IconRefresh size={18} stroke={1.75} aria-hidden /> {isFirstAsk ? 'Ask again' : 'Try again'}
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
        <span>Take a photo</span>
      </label>
      <label>
        <input type="file" accept="image/*,.heic,.heif,.tif,.tiff" multiple onChange={pick} />
        <IconPhoto size={22} stroke={1.5} aria-hidden />
        <span>Choose photos</span>
      </label>
    </div>
  );
}
