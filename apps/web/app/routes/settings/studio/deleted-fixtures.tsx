import { Button } from '@mantine/core';
import type { TrashedFixture } from '@readout/domain/plugins/fixtures/list-trashed-fixtures';
import type { PluginFixture } from '@readout/domain/plugins/fixtures/rules';
import { useState } from 'react';
import { send } from '../../../ui/send.ts';
import { showProblem } from '../../../ui/undo.tsx';
import { When } from '../../../ui/when.tsx';
import classes from './studio.module.css';

interface DeletedFixturesProps {
  draftAddress: string;
  onRestored(fixture: PluginFixture): void;
}

/** Fixtures in the trash, asked for when somebody looks. */
export function DeletedFixtures({ draftAddress, onRestored }: DeletedFixturesProps) {
  const [deleted, setDeleted] = useState<readonly TrashedFixture[]>();
  const look = async (): Promise<void> => {
    const answer = await send<TrashedFixture[]>(`${draftAddress}/deleted-fixtures`);
    if (answer.ok) setDeleted(answer.value);
    else showProblem(answer.problem);
  };
  const restore = async (id: string): Promise<void> => {
    const answer = await send<PluginFixture>(`/app/studio/fixtures/${id}/restore`, {});
    if (!answer.ok) return showProblem(answer.problem);
    setDeleted((all) => all?.filter((each) => each.id !== id));
    onRestored(answer.value);
  };
  return (
    <details
      className={classes.deletedFixtures}
      onToggle={(event) => event.currentTarget.open && void look()}
    >
      <summary>Deleted</summary>
      {deleted?.length === 0 ? <p className={classes.hint}>Nothing in the last 30 days.</p> : null}
      <ul>
        {deleted?.map(({ id, name, trashedAt }) => (
          <li key={id}>
            <span>
              {name}, <When iso={trashedAt} />
            </span>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Restore ${name}`}
              onClick={() => void restore(id)}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
