import type { ListedTarget } from '@readout/domain/deliveries/rules';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import classes from './deliveries.module.css';

/** A word beside its name where a target needs a look. */
export function HealthTag({ target: { state, failingSince } }: { target: ListedTarget }) {
  const text = useText();
  if (state === 'paused')
    return (
      <span className={classes.tag} data-tone="notice">
        {text('deliveries.is_paused')}
      </span>
    );
  return failingSince ? (
    <span className={classes.tag} data-tone="alarm">
      {text('deliveries.is_failing')}
    </span>
  ) : null;
}

/** How a target is, in one line. */
export function Health({ target }: { target: ListedTarget }) {
  const text = useText();
  const { pausedForFailing, failingSince, deliveredAt, waiting, failed } = target;
  const counts = [
    waiting > 0 ? text('deliveries.waiting', { count: waiting }) : '',
    failed > 0 ? text('deliveries.failed', { count: failed }) : '',
  ].filter(Boolean);
  return (
    <>
      {failingSince ? (
        <FormattedText
          id={pausedForFailing ? 'deliveries.paused_for_failing' : 'deliveries.failing'}
          values={{ when: <When iso={failingSince} /> }}
        />
      ) : deliveredAt ? (
        <FormattedText id="deliveries.arrived" values={{ when: <When iso={deliveredAt} /> }} />
      ) : (
        text('deliveries.never')
      )}
      {counts.map((count) => ` · ${count}`)}
    </>
  );
}
