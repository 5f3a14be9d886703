import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { countWaiting } from '@readout/domain/captures/count-waiting';
import { Link, useRevalidator } from 'react-router';
import { useWorkspace } from '../../../captures/workspace-context.ts';
import { useKeys } from '../../../keyboard/use-keys.ts';
import { orProblemPage } from '../../../problems/page-problem.ts';
import { requireMember } from '../../../session.ts';
import { Row } from '../../../ui/layout.tsx';
import { Reticle } from '../../../ui/reticle.tsx';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import classes from '../capture.module.css';
import { useLiveChanges } from '../live-topic.ts';
import type { Route } from './+types/page';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, scope } = requireMember(context, request);
  return { waiting: await orProblemPage(countWaiting({ db: services.db.app }, { scope })) };
}

/** The middle of the workspace while no capture is open: what waits, and what to do next. */
export default function NothingOpen({ loaderData }: Route.ComponentProps) {
  const text = useText();
  const { captures, pickFiles, addressOf, moving } = useWorkspace();
  const { revalidate } = useRevalidator();
  useLiveChanges(() => void revalidate());
  const toNext = async (): Promise<void> => {
    if (!(await moving.toNext()))
      notifications.show({
        message: text('workspace.page.nothing_waits_for_review_here'),
        color: 'green',
        autoClose: 4000,
      });
  };
  useKeys({ 'next-review': () => void toNext() });
  const { waiting } = loaderData;
  const [first] = captures.list.order;
  return (
    <div className={classes.nothing}>
      <Reticle className={classes.nothingMark ?? ''} tone={waiting > 0 ? 'notice' : 'plain'}>
        {first ? (
          <>
            <h2>{text('workspace.page.waiting', { count: waiting })}</h2>
            <p>
              {waiting > 0 ? (
                <FormattedText id="workspace.page.keys_hint" />
              ) : (
                text('workspace.page.all_reviewed')
              )}
            </p>
            <Row gap={8}>
              {waiting > 0 ? (
                <Button onClick={() => void toNext()}>{text('workspace.page.review_next')}</Button>
              ) : (
                <Button onClick={pickFiles}>{text('workspace.page.choose_files')}</Button>
              )}
              <Button component={Link} to={addressOf(first)} variant="default">
                {text('workspace.page.open_the_newest')}
              </Button>
            </Row>
          </>
        ) : (
          <>
            <h2>{text('workspace.page.drop_picture_here')}</h2>
            <p>{text('workspace.page.receipt_label_barcode_page_jpeg')}</p>
            <Row gap={8}>
              <Button onClick={pickFiles}>{text('workspace.page.choose_files')}</Button>
              <Button component={Link} to="/camera" variant="default">
                {text('workspace.page.take_photo')}
              </Button>
              <Button component={Link} to="/desktop" variant="default">
                {text('workspace.page.read_screen')}
              </Button>
            </Row>
          </>
        )}
      </Reticle>
    </div>
  );
}
