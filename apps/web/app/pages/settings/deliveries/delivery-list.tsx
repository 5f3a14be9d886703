import { Button } from '@mantine/core';
import { deliveryStates, type ListedDelivery } from '@readout/domain/deliveries/rules';
import { Form, Link } from 'react-router';
import { eventName } from '../../../deliveries/event-name.ts';
import { useSending } from '../../../forms/use-sending.ts';
import list from '../../../ui/list/list.module.css';
import { ListTable } from '../../../ui/list/table.tsx';
import settings from '../../../ui/settings.module.css';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import classes from './deliveries.module.css';

interface ListProps {
  deliveries: { items: ListedDelivery[]; nextCursor?: string };
  /** The one asked for; null: all. */
  state: ListedDelivery['state'] | null;
  /** Of every target: each row says of which, and leads to its page. */
  isOfAll?: boolean;
}

/** What went out or waits, by its state. `mayReplay`: all that failed, by a button. */
export function DeliveryList({ mayReplay, ...props }: ListProps & { mayReplay: boolean }) {
  const text = useText();
  const isSending = useSending();
  const { deliveries, state } = props;
  return (
    <section className={settings.section} id="deliveries" aria-labelledby="deliveries-title">
      <h2 id="deliveries-title">{text('deliveries.title')}</h2>
      <ul className={classes.states} aria-label={text('deliveries.state_label')}>
        {[null, ...deliveryStates].map((each) => (
          <li key={each ?? 'all'}>
            <Link
              to={each ? `?state=${each}` : '?'}
              aria-current={each === state ? 'page' : undefined}
              preventScrollReset
            >
              {each ? text('deliveries.state', { state: each }) : text('deliveries.all')}
            </Link>
          </li>
        ))}
      </ul>
      {mayReplay ? (
        <Form method="post" className={classes.actions} preventScrollReset>
          <Button
            type="submit"
            name="intent"
            value="replay_failed"
            variant="default"
            loading={isSending('replay_failed')}
          >
            {text('deliveries.replay_failed')}
          </Button>
        </Form>
      ) : null}
      <DeliveryTable {...props} />
      {deliveries.nextCursor ? (
        <p className={list.foot}>
          <Link to={`?${new URLSearchParams({ ...(state ? { state } : {}), after: deliveries.nextCursor })}`}>
            {text('deliveries.older')}
          </Link>
        </p>
      ) : null}
    </section>
  );
}

const tones: Partial<Record<ListedDelivery['state'], string>> = {
  retrying: 'notice',
  delivered: 'signal',
  failed: 'alarm',
};

function DeliveryTable({ deliveries, state: asked, isOfAll = false }: ListProps) {
  const text = useText();
  return (
    <ListTable
      label={text('deliveries.title')}
      rows={deliveries.items}
      columns={{
        number: [
          text('deliveries.column', { column: 'number' }),
          ({ id, targetId, sequence }) => (
            <Link
              to={`${isOfAll ? `/settings/deliveries/${targetId}` : ''}?${new URLSearchParams({ ...(asked ? { state: asked } : {}), delivery: id })}`}
            >
              {sequence}
            </Link>
          ),
          { isNumber: true },
        ],
        event: [
          isOfAll ? text('deliveries.target') : text('deliveries.column', { column: 'event' }),
          ({ targetName, type }) => (
            <>
              {isOfAll ? <bdi>{targetName}</bdi> : null}
              <div className={isOfAll ? list.sub : undefined}>
                {text('deliveries.event', { type: eventName(type) })}
              </div>
            </>
          ),
          { className: list.wide },
        ],
        state: [
          text('deliveries.column', { column: 'state' }),
          ({ state, waitsForEarlier, dueAt }) => (
            <>
              <span className={list.state} data-tone={tones[state]}>
                {text('deliveries.state', { state })}
              </span>
              {waitsForEarlier ? (
                <div className={list.sub}>{text('deliveries.waits')}</div>
              ) : state === 'retrying' && dueAt ? (
                <div className={list.sub}>
                  <FormattedText id="deliveries.next" values={{ when: <When iso={dueAt} /> }} />
                </div>
              ) : null}
            </>
          ),
        ],
        tries: [
          text('deliveries.column', { column: 'tries' }),
          ({ attempts }) => attempts,
          { isNumber: true },
        ],
        when: [text('deliveries.column', { column: 'when' }), ({ createdAt }) => <When iso={createdAt} />],
      }}
      none={(link) =>
        asked ? (
          <FormattedText id="deliveries.none_in_state" values={{ link }} />
        ) : (
          text(isOfAll ? 'deliveries.none_at_all' : 'deliveries.none_of_target')
        )
      }
    />
  );
}
