import { Button, Group } from '@mantine/core';
import { Reticle } from '../../../ui/reticle.tsx';
import { PairPhoneButton } from '../../pair/pair-phone.tsx';
import { useWorkspace } from '../workspace-context.ts';
import { activeFilters } from './filters.ts';
import classes from './list.module.css';

/** An empty list says why it is empty and what to do next. */
export function ListEmpty({ onClear, onPair }: { onClear(): void; onPair(): void }) {
  const { filter, pickFiles } = useWorkspace();
  if (filter.q || activeFilters(filter) > 0) {
    return (
      <div className={classes.empty}>
        <p>
          {filter.q
            ? `Nothing that was read holds “${filter.q}”${activeFilters(filter) > 0 ? ' within these filters' : ''}.`
            : 'No capture fits these filters.'}
        </p>
        <Button size="compact-sm" variant="default" onClick={onClear}>
          Show the inbox
        </Button>
      </div>
    );
  }
  if (filter.place === 'trash')
    return (
      <p className={classes.empty}>The trash is empty. What is moved here can be restored for 30 days.</p>
    );
  if (filter.place === 'archive')
    return (
      <p className={classes.empty}>Nothing is archived. Press E on a capture that is done to put it here.</p>
    );
  return (
    <div className={classes.empty}>
      <Reticle>
        <p>Nothing here yet.</p>
        <p className={classes.dim}>Drop a photo or a PDF anywhere on this page, or paste a screenshot.</p>
        <Group gap={8}>
          <Button size="compact-sm" onClick={pickFiles}>
            Choose files
          </Button>
          <PairPhoneButton onClick={onPair} />
        </Group>
      </Reticle>
    </div>
  );
}
