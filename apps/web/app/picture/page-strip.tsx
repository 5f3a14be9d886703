import type { PageItem } from '@readout/domain/captures/rules';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useWorkspace } from '../captures/workspace-context.ts';
import { IconAlertTriangleFilled, IconFile } from '../ui/icons.ts';
import { useText } from '../ui/texts.tsx';
import classes from './picture.module.css';

/** Pages of one document, side by side. */
export function PageStrip({ pages, openId }: { pages: readonly PageItem[]; openId: string }) {
  const text = useText();
  const { addressOf } = useWorkspace();
  const open = useRef<HTMLAnchorElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when another page is opened
  useEffect(() => {
    // In braces: newer browsers answer with a promise, which is no clean-up.
    open.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [openId]);
  return (
    <nav className={classes.strip} aria-label={text('workspace.picture.pages', { count: pages.length })}>
      {pages.map((page) => (
        <Link
          key={page.id}
          ref={page.id === openId ? open : undefined}
          to={addressOf(page.id)}
          aria-current={page.id === openId ? 'page' : undefined}
          aria-label={text(
            page.state === 'failed' ? 'workspace.picture.page_failed' : 'workspace.picture.page',
            {
              page: page.pageNumber,
            },
          )}
        >
          {page.width ? (
            <img src={`/api/v1/captures/${page.id}/thumbnail`} alt="" loading="lazy" decoding="async" />
          ) : (
            <IconFile size={18} stroke={1.5} aria-hidden />
          )}
          <span>
            {page.state === 'failed' ? <IconAlertTriangleFilled size={11} aria-hidden /> : null}
            {page.pageNumber}
          </span>
        </Link>
      ))}
    </nav>
  );
}
