import { wholeNumber } from '@readout/texts/numbers';
import { Link } from 'react-router';
import { IconAlertTriangleFilled, IconDeviceMobileUp } from '../ui/icons.ts';
import { useLocale, useText } from '../ui/texts.tsx';
import classes from './queue.module.css';
import { useQueueCounts } from './use-queue.ts';

/** In the header of every page: how much has not arrived yet. Nothing where nothing waits. */
export function QueueCount() {
  const text = useText();
  const locale = useLocale();
  const { waiting, failed } = useQueueCounts();
  if (waiting === 0 && failed === 0) return null;
  const words = text('common.waiting.count', {
    state: failed === 0 ? 'waiting' : waiting === 0 ? 'failed' : 'both',
    waiting,
    failed,
  });
  return (
    <Link
      to="/camera/queue"
      className={classes.count}
      data-tone={failed > 0 ? 'alarm' : undefined}
      aria-label={words}
      title={words}
    >
      {failed > 0 ? (
        <IconAlertTriangleFilled size={16} aria-hidden />
      ) : (
        <IconDeviceMobileUp size={18} stroke={1.75} aria-hidden />
      )}
      {wholeNumber(waiting + failed, locale)}
    </Link>
  );
}
