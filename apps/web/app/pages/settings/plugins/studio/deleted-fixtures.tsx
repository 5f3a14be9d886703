import { Button } from '@mantine/core';
import type { TrashedFixture } from '@readout/domain/plugins/fixtures/list-trashed-fixtures';
import type { PluginFixture } from '@readout/domain/plugins/fixtures/rules';
import { useState } from 'react';
import { api } from '../../../../api/client.ts';
import { FormattedText, useText } from '../../../../ui/texts.tsx';
import { showProblem } from '../../../../ui/undo.tsx';
import { When } from '../../../../ui/when.tsx';
import classes from './studio.module.css';

interface DeletedFixturesProps {
  draftId: string;
  onRestored(fixture: PluginFixture): void;
}

/** Fixtures in the trash, asked for when somebody looks. */
export function DeletedFixtures({ draftId, onRestored }: DeletedFixturesProps) {
  const text = useText();
  const [deleted, setDeleted] = useState<readonly TrashedFixture[]>();
  const look = async (): Promise<void> => {
    const answer = await api.get('/drafts/{draftId}/deleted-fixtures', { path: { draftId } });
    if (answer.ok) setDeleted(answer.value);
    else showProblem(answer.problem);
  };
  const restore = async (id: string): Promise<void> => {
    const answer = await api.post('/fixtures/{fixtureId}/restore', { path: { fixtureId: id } });
    if (!answer.ok) return showProblem(answer.problem);
    setDeleted((all) => all?.filter((each) => each.id !== id));
    onRestored(answer.value);
  };
  return (
    <details
      className={classes.deletedFixtures}
      onToggle={(event) => event.currentTarget.open && void look()}
    >
      <summary>{text('editor.fixtures.deleted')}</summary>
      {deleted?.length === 0 ? <p className={classes.hint}>{text('editor.fixtures.none_deleted')}</p> : null}
      <ul>
        {deleted?.map(({ id, name, trashedAt }) => (
          <li key={id}>
            <span>
              <FormattedText
                id="editor.fixtures.deleted_named"
                values={{ name, when: <When iso={trashedAt} /> }}
              />
            </span>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={text('editor.list.restore_named', { name })}
              onClick={() => void restore(id)}
            >
              {text('editor.list.restore')}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
