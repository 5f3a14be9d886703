import { Link } from 'react-router';
import { IconAlertTriangleFilled, IconDeviceMobileUp } from '../ui/icons.ts';
import { plural } from '../ui/numbers.ts';
import classes from './queue.module.css';
import { useQueueCounts } from './use-queue.ts';

/** In the header of every page: how much has not arrived yet. Nothing where nothing waits. */
export function QueueCount() {
  const { waiting, failed } = useQueueCounts();
  if (waiting === 0 && failed === 0) return null;
  const words = [
    waiting > 0 ? `${plural(waiting, 'capture')} on this device, not sent yet` : '',
    failed > 0 ? `${plural(failed, 'capture')} not accepted` : '',
  ]
    .filter(Boolean)
    .join('; ');
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
      {waiting + failed}
    </Link>
  );
}
