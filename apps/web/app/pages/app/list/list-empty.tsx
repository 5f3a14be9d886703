import { Button, Group } from '@mantine/core';
import { activeFilters } from '../../../captures/filters.ts';
import { useWorkspace } from '../../../captures/workspace-context.ts';
import { PairPhoneButton } from '../../../pairing/pair-phone.tsx';
import { Reticle } from '../../../ui/reticle.tsx';
import { useText } from '../../../ui/texts.tsx';
import classes from './list.module.css';

/** An empty list says why it is empty and what to do next. */
export function ListEmpty({ onClear, onPair }: { onClear(): void; onPair(): void }) {
  const text = useText();
  const { filter, pickFiles } = useWorkspace();
  if (filter.q || activeFilters(filter) > 0) {
    return (
      <div className={classes.empty}>
        <p>
          {filter.q
            ? text(
                activeFilters(filter) > 0
                  ? 'workspace.list.nothing_holds_filtered'
                  : 'workspace.list.nothing_holds',
                { query: filter.q },
              )
            : text('workspace.list.no_capture_fits_these_filters')}
        </p>
        <Button size="compact-sm" variant="default" onClick={onClear}>
          {text('workspace.list.show_the_inbox')}
        </Button>
      </div>
    );
  }
  if (filter.place === 'trash')
    return <p className={classes.empty}>{text('workspace.list.trash_empty_what_moved_here')}</p>;
  if (filter.place === 'archive')
    return <p className={classes.empty}>{text('workspace.list.nothing_archived_press_e_on')}</p>;
  return (
    <div className={classes.empty}>
      <Reticle>
        <p>{text('workspace.list.nothing_here_yet')}</p>
        <p className={`${classes.dim} ${classes.besideNothing}`}>
          {text('workspace.list.drop_photo_or_pdf_anywhere')}
        </p>
        <Group gap={8}>
          <Button size="compact-sm" className={classes.besideNothing ?? ''} onClick={pickFiles}>
            {text('workspace.list.choose_files')}
          </Button>
          <PairPhoneButton onClick={onPair} />
        </Group>
      </Reticle>
    </div>
  );
}
