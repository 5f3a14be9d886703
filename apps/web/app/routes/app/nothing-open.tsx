import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Link, useNavigate } from 'react-router';
import { Reticle } from '../../ui/reticle.tsx';
import { send } from '../../ui/send.ts';
import { showProblem } from '../../ui/undo.tsx';
import classes from './capture.module.css';
import { useKeys } from './keyboard/use-keys.ts';
import { useWorkspace } from './workspace-context.ts';

/** The middle of the workspace while no capture is open: how to begin. */
export default function NothingOpen() {
  const { captures, pickFiles, addressOf, query } = useWorkspace();
  const navigate = useNavigate();
  const toNext = async (): Promise<void> => {
    const answer = await send<{ captureId: string } | null>(`/app/next?${query}`);
    if (!answer.ok) showProblem(answer.problem);
    else if (answer.value) await navigate(addressOf(answer.value.captureId));
    else notifications.show({ message: 'Nothing waits for review here.', color: 'green', autoClose: 4000 });
  };
  useKeys({ 'next-review': () => void toNext() });
  const { list } = captures;
  const [first] = list.order;
  return (
    <div className={classes.nothing}>
      <Reticle className={classes.nothingMark ?? ''}>
        {first ? (
          <>
            <h2>Nothing open</h2>
            <p>
              <kbd>J</kbd> and <kbd>K</kbd> move through the list, <kbd>Enter</kbd> opens, <kbd>N</kbd> goes
              to the next that needs review. <kbd>?</kbd> shows every key.
            </p>
            <Button component={Link} to={addressOf(first)} variant="default">
              Open the newest
            </Button>
          </>
        ) : (
          <>
            <h2>Drop a picture here</h2>
            <p>
              A receipt, a label, a barcode, a page. JPEG, PNG, WebP, AVIF, HEIC, GIF, TIFF or BMP up to 25
              MB, PDF up to 100 MB and 200 pages. Or paste a screenshot.
            </p>
            <Button onClick={pickFiles}>Choose files</Button>
          </>
        )}
      </Reticle>
    </div>
  );
}
