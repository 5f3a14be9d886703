import type { CompanyRole, SupportScope } from '@readout/domain/actor';
import type { MyInvitation, MyNotification } from '@readout/domain/notifications/list-my-notifications';
import { useRouteLoaderData } from 'react-router';
import type { Session } from '../server/request/session.ts';
import type { ShownPlatform } from './platform.ts';

/** What every page is told, by the root route's loader. */
export interface RootData {
  /** BCP 47 tag of the reader's language and region. */
  locale: string;
  /** Of what is chosen by now; the same, but where that changed since the document was loaded. */
  chosenLocale: string;
  /** Under which people reach this installation. */
  origin: string;
  newestRelease: string | null;
  platform: ShownPlatform;
  /** Who looks at the page; null where nobody is signed in. */
  session: {
    user: Session['user'];
    company: Session['company'];
    role: CompanyRole | null;
    companies: { id: string; name: string; role: CompanyRole }[];
    impersonated: boolean;
    actingUntil: string | undefined;
    support: SupportScope | undefined;
    phone: Session['phone'];
  } | null;
}

/** What the frame of all pages for signed-in people is told, by the loader of `pages/member-layout`. */
export interface MemberData {
  /** Notifications. */
  unread: number;
  /** Revision of the announcement that was closed. */
  dismissedAnnouncement: string | null;
  /** Targets of deliveries that were paused for failing; empty for those who do not manage them. */
  stoppedTargets: { id: string; name: string }[];
}

/** What the bell is told, by the loader of `pages/notifications/bell`. A failure is an answer: the page around it goes on. */
export type BellNews =
  | {
      ok: true;
      items: MyNotification[];
      invitations: MyInvitation[];
      newest: number;
      announcement: { text: string; at: ShownPlatform['announcedAt'] } | null;
    }
  | { ok: false; message: string };

/** Undefined while the root loader has failed. */
export const useRootData = () => useRouteLoaderData<RootData>('root');

/** Undefined outside the frame. */
export const useMemberData = () => useRouteLoaderData<MemberData>('pages/member-layout');
