import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Link } from 'react-router';
import { useWorkspace } from '../../../captures/workspace-context.ts';
import { useKeys } from '../../../keyboard/use-keys.ts';
import { Reticle } from '../../../ui/reticle.tsx';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import classes from '../capture.module.css';

/** The middle of the workspace while no capture is open: how to begin. */
export default function NothingOpen() {
  const text = useText();
  const { captures, pickFiles, addressOf, moving } = useWorkspace();
  const toNext = async (): Promise<void> => {
    if (!(await moving.toNext()))
      notifications.show({
        message: text('workspace.page.nothing_waits_for_review_here'),
        color: 'green',
        autoClose: 4000,
      });
  };
  useKeys({ 'next-review': () => void toNext() });
  const { list } = captures;
  const [first] = list.order;
  return (
    <div className={classes.nothing}>
      <Reticle className={classes.nothingMark ?? ''}>
        {first ? (
          <>
            <h2>{text('workspace.page.nothing_open')}</h2>
            <p>
              <FormattedText id="workspace.page.keys_hint" />
            </p>
            <Button component={Link} to={addressOf(first)} variant="default">
              {text('workspace.page.open_the_newest')}
            </Button>
          </>
        ) : (
          <>
            <h2>{text('workspace.page.drop_picture_here')}</h2>
            <p>{text('workspace.page.receipt_label_barcode_page_jpeg')}</p>
            <Button onClick={pickFiles}>{text('workspace.page.choose_files')}</Button>
          </>
        )}
      </Reticle>
    </div>
  );
}
