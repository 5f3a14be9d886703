import { ActionIcon, Button, Checkbox, Menu, Modal, TextInput } from '@mantine/core';
import type { SavedView } from '@readout/domain/saved-views/rules';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { IconBookmark, IconTrash } from '../../../ui/icons.ts';
import { type Problem, send } from '../../../ui/send.ts';
import { showProblem } from '../../../ui/undo.tsx';
import { useWorkspace } from '../workspace-context.ts';
import classes from './list.module.css';

/** Filters kept under a name. */
export function ViewsMenu() {
  const { query, viewer } = useWorkspace();
  const navigate = useNavigate();
  const [views, setViews] = useState<SavedView[]>();
  const [problem, setProblem] = useState<Problem>();
  const [naming, setNaming] = useState(false);

  const load = async (): Promise<void> => {
    const answer = await send<SavedView[]>('/app/views');
    if (answer.ok) setViews(answer.value);
    setProblem(answer.ok ? undefined : answer.problem);
  };
  const remove = async (view: SavedView): Promise<void> => {
    const answer = await send(`/app/views/${view.id}/delete`, {});
    if (!answer.ok) showProblem(answer.problem);
    await load();
  };

  return (
    <>
      <Menu position="bottom-end" width={280} onOpen={() => void load()} keepMounted={false}>
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label="Saved views">
            <IconBookmark size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Saved views</Menu.Label>
          {problem ? <Menu.Label role="alert">{problem.title}</Menu.Label> : null}
          {views?.length === 0 ? <Menu.Label>None yet. Set filters, then keep them here.</Menu.Label> : null}
          {views?.map((view) => (
            <div key={view.id} className={classes.viewRow}>
              <Menu.Item
                onClick={() => navigate(`/app${view.query ? `?${view.query}` : ''}`)}
                aria-current={view.query === query ? 'true' : undefined}
              >
                {view.name} {view.isCompanyWide ? <span className={classes.dim}>everyone</span> : null}
              </Menu.Item>
              {view.isOwn || (view.isCompanyWide && viewer.isReviewer) ? (
                <Menu.Item
                  closeMenuOnClick={false}
                  className={classes.viewDelete ?? ''}
                  aria-label={`Delete the view ${view.name}`}
                  onClick={() => void remove(view)}
                >
                  <IconTrash size={14} aria-hidden />
                </Menu.Item>
              ) : null}
            </div>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => setNaming(true)}>Save this view…</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={naming} onClose={() => setNaming(false)} title="Save this view" size="sm">
        <NameView query={query} mayShare={viewer.isReviewer} onDone={() => setNaming(false)} />
      </Modal>
    </>
  );
}

function NameView({ query, mayShare, onDone }: { query: string; mayShare: boolean; onDone(): void }) {
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    const answer = await send('/app/views', {
      name: String(form.get('name') ?? ''),
      query,
      isCompanyWide: form.get('everyone') === 'on',
    });
    setBusy(false);
    if (answer.ok) onDone();
    else setProblem(answer.problem);
  };
  return (
    <form onSubmit={(event) => void submit(event)} className={classes.form}>
      <TextInput name="name" label="Name" maxLength={80} required data-autofocus error={problem?.detail} />
      {mayShare ? <Checkbox name="everyone" label="Show it to everyone in the company" /> : null}
      <Button type="submit" loading={busy}>
        Save view
      </Button>
    </form>
  );
}
