import { statusOf } from '@readout/domain/error-catalogue';
import type { PlatformState } from '@readout/domain/platform/platform-state';
import { data, type MiddlewareFunction } from 'react-router';
import { refusalContext } from '../server/http/context.ts';
import { toldError } from '../server/http/problem.ts';

/** What every page is told about the installation. */
export type ShownPlatform = Pick<
  PlatformState,
  'readOnlySince' | 'readOnlyNote' | 'announcement' | 'announcementTone' | 'announcedAt' | 'announcedUntil'
>;

/** Without an announcement whose time is over. */
export function shownPlatform(state: PlatformState, now = Date.now()): ShownPlatform {
  const { readOnlySince, readOnlyNote, announcementTone, announcedAt, announcedUntil } = state;
  const isOver = announcedUntil !== null && Date.parse(announcedUntil) <= now;
  return {
    readOnlySince,
    readOnlyNote,
    announcement: isOver ? '' : state.announcement,
    announcementTone,
    announcedAt,
    announcedUntil,
  };
}

/**
 * During maintenance a change ends here, and the page's frame stays around what says so. So does what a page without
 * scripts sends about another company than its person works in by now.
 */
export const refuseChanges: MiddlewareFunction<Response> = ({ context }) => {
  const refusal = context.get(refusalContext);
  if (!refusal) return;
  const { sentence, detail, ...told } = toldError(refusal);
  throw data(
    { ...detail, code: refusal.code, ...told, detail: sentence },
    { status: statusOf[refusal.kind] },
  );
};
