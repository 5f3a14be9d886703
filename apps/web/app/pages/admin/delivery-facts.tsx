import type { DeliveryHealth } from '@readout/domain/platform/delivery-health';
import { wholeNumber } from '@readout/texts/numbers';
import page from '../../ui/page.module.css';
import { FormattedText, useLocale, useText } from '../../ui/texts.tsx';
import { When } from '../../ui/when.tsx';
import admin from './admin.module.css';

/** How deliveries are, of every company or of one: numbers alone. */
export function DeliveryFacts({ health }: { health: DeliveryHealth }) {
  const [text, locale] = [useText(), useLocale()];
  const { targets, paused, failing, waiting, oldestWaitingAt, failed } = health;
  return (
    <section className={page.section} id="deliveries">
      <h2 className={page.sectionTitle}>{text('operation.deliveries.title')}</h2>
      <dl className={admin.facts}>
        <dt>{text('operation.deliveries.targets')}</dt>
        <dd>{wholeNumber(targets, locale)}</dd>
        <dt>{text('operation.deliveries.paused')}</dt>
        <dd>{wholeNumber(paused, locale)}</dd>
        <dt>{text('operation.deliveries.failing')}</dt>
        <dd>{wholeNumber(failing, locale)}</dd>
        <dt>{text('operation.deliveries.waiting')}</dt>
        <dd>
          {oldestWaitingAt ? (
            <FormattedText
              id="operation.deliveries.waiting_oldest"
              values={{ count: waiting, when: <When iso={oldestWaitingAt} /> }}
            />
          ) : (
            wholeNumber(waiting, locale)
          )}
        </dd>
        <dt>{text('operation.deliveries.failed')}</dt>
        <dd>{wholeNumber(failed, locale)}</dd>
      </dl>
    </section>
  );
}
