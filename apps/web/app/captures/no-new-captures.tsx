import { Reticle } from '../ui/reticle.tsx';
import { useText } from '../ui/texts.tsx';

export function NoNewCaptures() {
  const text = useText();
  return (
    <Reticle tone="notice" style={{ maxWidth: 560 }}>
      <p style={{ margin: 0 }}>{text('queue.arriving.no_new_captures')}</p>
    </Reticle>
  );
}
