import type { Permission } from '@readout/domain/policy';
import {
  type SampleFilter,
  sampleFilters,
  type Watch,
  type WatchSample,
} from '@readout/domain/watches/rules';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { api } from '../../../api/client.ts';
import { PageTabs, Row } from '../../../ui/layout.tsx';
import page from '../../../ui/page.module.css';
import { useText } from '../../../ui/texts.tsx';
import type { Period } from './period.ts';
import { SampleRow } from './sample-row.tsx';
import classes from './watch.module.css';

const rowHeight = 57;

interface Page {
  items: WatchSample[];
  nextCursor?: string | undefined;
}

/** Every sample of the period, newest first; only those in sight are on the page. */
export function Samples({
  watch,
  first,
  filter,
  period,
  may,
}: {
  watch: Watch;
  first: Page;
  filter: SampleFilter;
  period: Period;
  may: Permission;
}) {
  const text = useText();
  const [params] = useSearchParams();
  const at = (name: SampleFilter) => {
    const next = new URLSearchParams(params);
    if (name === 'all') next.delete('samples');
    else next.set('samples', name);
    return `?${next}`;
  };
  const { items, loadMore, hasMore } = useOlder(watch.id, first, filter, period);
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    getItemKey: (index) => items[index]?.id ?? index,
    initialRect: { width: 900, height: rowHeight * 10 },
  });
  const shown = rows.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && last >= items.length - 20) loadMore();
  }, [last, items.length, hasMore, loadMore]);
  return (
    <>
      <Row gap="4px 24px" align="baseline" justify="space-between" below={8}>
        <h2 id="samples" className={page.sectionTitle}>
          {text('watch.page.samples')}
        </h2>
        <PageTabs aria-label={text('watch.page.which_samples')}>
          {sampleFilters.map((name) => (
            <Link
              key={name}
              to={at(name)}
              aria-current={name === filter ? 'page' : undefined}
              preventScrollReset
              replace
            >
              {text('watch.page.filter', { filter: name })}
            </Link>
          ))}
        </PageTabs>
      </Row>
      {items.length === 0 ? (
        <p className={page.dim}>
          {filter === 'all' ? text('watch.page.nothing_was_read_yet') : text('watch.page.none_of_these')}
        </p>
      ) : (
        <section
          ref={scroller}
          className={classes.samples}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
          tabIndex={0}
          aria-label={text('watch.page.list_samples_newest_first')}
        >
          <ol style={{ height: rows.getTotalSize() }}>
            {shown.map((row) => {
              const sample = items[row.index];
              return sample ? (
                <li
                  key={sample.id}
                  data-index={row.index}
                  ref={rows.measureElement}
                  style={{ transform: `translateY(${row.start}px)` }}
                  aria-setsize={hasMore ? -1 : items.length}
                  aria-posinset={row.index + 1}
                >
                  <SampleRow sample={sample} watch={watch} may={may} />
                </li>
              ) : null;
            })}
          </ol>
        </section>
      )}
    </>
  );
}

/** The first page as the loader brings it, again and again, and older ones behind it as they are reached. */
function useOlder(watchId: string, first: Page, filter: SampleFilter, period: Period) {
  const key = `${watchId} ${filter} ${period.name === null ? `${period.from} ${period.to}` : ''}`;
  const [older, setOlder] = useState<{ key: string; items: WatchSample[]; nextCursor: string | undefined }>();
  const busy = useRef(false);
  const mine = older?.key === key ? older : undefined;
  const known = new Set(first.items.map(({ id }) => id));
  // What slid out of the first page while older ones are shown is still among them.
  const items = mine ? [...first.items, ...mine.items.filter(({ id }) => !known.has(id))] : first.items;
  const nextCursor = mine ? mine.nextCursor : first.nextCursor;
  const loadMore = async () => {
    if (busy.current || !nextCursor) return;
    busy.current = true;
    try {
      const next = await api.get('/watches/{id}/samples', {
        path: { id: watchId },
        query: {
          filter,
          cursor: nextCursor,
          limit: 200,
          ...(period.name === null ? { from: period.from, to: period.to } : {}),
        },
      });
      if (!next.ok) return;
      // Of why a value is not believed programs are promised less than is said.
      const more = next.value.items as WatchSample[];
      setOlder({ key, items: [...items, ...more], nextCursor: next.value.nextCursor });
    } finally {
      busy.current = false;
    }
  };
  return { items, loadMore: () => void loadMore(), hasMore: nextCursor !== undefined };
}
