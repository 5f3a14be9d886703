import { whyNot } from '@readout/domain/policy';
import { listRegionProfiles } from '@readout/domain/region-profiles/list-region-profiles';
import { useState } from 'react';
import { currentLocale } from '../../../server/request/locale.ts';
import { ArrivingList } from '../../captures/arriving-list.tsx';
import { NoNewCaptures } from '../../captures/no-new-captures.tsx';
import { PackagedInstead } from '../../device/packaged-instead.tsx';
import { KeyHelp } from '../../keyboard/key-help.tsx';
import { usePageKeys } from '../../keyboard/use-keys.ts';
import { orProblemPage } from '../../problems/page-problem.ts';
import { requireMember } from '../../session.ts';
import { pageTitle } from '../../texts/page-title.ts';
import page from '../../ui/page.module.css';
import { useText } from '../../ui/texts.tsx';
import type { Route } from './+types/page';
import classes from './desktop.module.css';
import { desktopKeys } from './desktop-keys.ts';
import { ScreenDesk } from './screen-desk.tsx';
import { WaysIn } from './ways-in.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, session, scope } = requireMember(context, request);
  const profiles = await orProblemPage(listRegionProfiles({ db: services.db.app }, { scope }));
  return {
    status: session.company.status,
    owner: { userId: session.user.id, companyId: session.company.id },
    profiles,
    may: whyNot(scope.actor, 'templates.manage', currentLocale()),
  };
}

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'desktop.page.desktop');

export default function DesktopPage({ loaderData: { status, owner, profiles, may } }: Route.ComponentProps) {
  const text = useText();
  return (
    <div className={`${page.page} ${classes.page}`}>
      <h1 className={page.title}>{text('desktop.page.desktop')}</h1>
      {status === 'active' ? (
        <>
          <PackagedInstead />
          <ScreenDesk profiles={profiles} may={may} />
          <WaysIn owner={owner} />
          <section>
            <h2 className={page.sectionTitle}>{text('desktop.page.taken_in')}</h2>
            <ArrivingList empty={text('desktop.page.what_you_keep_paste_drop')} />
          </section>
          <Keys />
        </>
      ) : (
        <NoNewCaptures />
      )}
    </div>
  );
}

function Keys() {
  const text = useText();
  const [isOpen, setIsOpen] = useState(false);
  usePageKeys(desktopKeys, { help: () => setIsOpen(true) });
  return (
    <KeyHelp
      groups={[
        {
          name: text('desktop.page.desktop'),
          keys: desktopKeys.map(({ action, keys }) => ({
            keys,
            does: text('desktop.key.does', { key: action }),
          })),
        },
      ]}
      notes={[text('desktop.key.in_picture')]}
      isOpen={isOpen}
      onOpen={setIsOpen}
    />
  );
}
