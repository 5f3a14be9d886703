import type { CaptureListItem } from '@readout/domain/captures/rules';
import { useCallback, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { api } from '../api/client.ts';
import { useLive } from '../captures/use-live.ts';
import { useText } from '../ui/texts.tsx';
import classes from './pair.module.css';

const shown = 8;

/** One's own captures made with a camera since this appeared, newest first, as they come in and are read. */
export function FromPhones({ empty }: { empty: string }) {
  const text = useText();
  const [since] = useState(() => Date.now());
  const [captures, setCaptures] = useState<CaptureListItem[]>([]);
  const fetchNewest = useCallback(async () => {
    const answer = await api.get('/captures', { query: { place: 'all', source: 'camera', createdBy: 'me' } });
    if (!answer.ok) return;
    const isNew = ({ createdAt }: CaptureListItem) => Date.parse(createdAt) >= since - clockToleranceMs;
    setCaptures(answer.value.items.filter(isNew).slice(0, shown));
  }, [since]);
  useEffect(() => void fetchNewest(), [fetchNewest]);
  useLive(
    () => void fetchNewest(),
    () => void fetchNewest(),
  );
  if (captures.length === 0) return <p className={classes.dim}>{empty}</p>;
  return (
    <ul className={classes.captures} aria-label={text('pairing.captures')}>
      {captures.map(({ id, fileName, width, records, state }) => (
        <li key={id}>
          {width === null ? (
            <span className={classes.blank} aria-hidden />
          ) : (
            <img src={`/api/v1/captures/${id}/thumbnail`} alt="" width={40} height={40} />
          )}
          <Link to={`/app/${id}`}>{records[0]?.title || fileName}</Link>
          <span className={classes.dim}>{text('pairing.capture_state', { state })}</span>
        </li>
      ))}
    </ul>
  );
}

/** The computer's clock may be a little ahead of the server's. */
const clockToleranceMs = 5000;
