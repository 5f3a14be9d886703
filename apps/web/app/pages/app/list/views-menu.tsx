import { ActionIcon, Button, Checkbox, Menu, Modal, TextInput } from '@mantine/core';
import type { SavedView } from '@readout/domain/saved-views/rules';
import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Problem } from '../../../api/answer.ts';
import { api } from '../../../api/client.ts';
import { useWorkspace } from '../../../captures/workspace-context.ts';
import { useKeys } from '../../../keyboard/use-keys.ts';
import { IconBookmark, IconTrash } from '../../../ui/icons.ts';
import { useText } from '../../../ui/texts.tsx';
import { showProblem } from '../../../ui/undo.tsx';
import classes from './list.module.css';

/** Filters kept under a name. */
export function ViewsMenu() {
  const text = useText();
  const { query, viewer } = useWorkspace();
  const navigate = useNavigate();
  const [views, setViews] = useState<SavedView[]>();
  const [problem, setProblem] = useState<Problem>();
  const [naming, setNaming] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);

  const load = async (): Promise<void> => {
    const answer = await api.get('/views');
    if (answer.ok) setViews(answer.value.items);
    setProblem(answer.ok ? undefined : answer.problem);
  };
  const open = (): void => {
    setIsOpen(true);
    void load();
  };
  useKeys({ views: () => (button.current?.checkVisibility() ? open() : false) });
  const remove = async (view: SavedView): Promise<void> => {
    const answer = await api.delete('/views/{id}', { path: { id: view.id } });
    if (!answer.ok) showProblem(answer.problem);
    await load();
  };

  return (
    <>
      <Menu
        position="bottom-end"
        width={280}
        keepMounted={false}
        opened={isOpen}
        onChange={(opens) => (opens ? open() : setIsOpen(false))}
      >
        <Menu.Target>
          <ActionIcon
            ref={button}
            variant="default"
            size={30}
            aria-label={text('workspace.list.saved_views')}
          >
            <IconBookmark size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{text('workspace.list.saved_views')}</Menu.Label>
          {problem ? <Menu.Label role="alert">{problem.title}</Menu.Label> : null}
          {views?.length === 0 ? (
            <Menu.Label>{text('workspace.list.none_yet_set_filters_then')}</Menu.Label>
          ) : null}
          {views?.map((view) => (
            <div key={view.id} className={classes.viewRow}>
              <Menu.Item
                onClick={() => navigate(`/app${view.query ? `?${view.query}` : ''}`)}
                aria-current={view.query === query ? 'true' : undefined}
              >
                {view.name}{' '}
                {view.isCompanyWide ? (
                  <span className={classes.dim}>{text('workspace.list.everyone')}</span>
                ) : null}
              </Menu.Item>
              {view.isOwn || (view.isCompanyWide && viewer.isReviewer) ? (
                <Menu.Item
                  closeMenuOnClick={false}
                  className={classes.viewDelete ?? ''}
                  aria-label={text('workspace.list.delete_view', { name: view.name })}
                  onClick={() => void remove(view)}
                >
                  <IconTrash size={14} aria-hidden />
                </Menu.Item>
              ) : null}
            </div>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => setNaming(true)}>{text('workspace.list.save_this_view')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={naming}
        onClose={() => setNaming(false)}
        title={text('workspace.list.save_this_view_2')}
        size="sm"
      >
        <NameView query={query} mayShare={viewer.isReviewer} onDone={() => setNaming(false)} />
      </Modal>
    </>
  );
}

function NameView({ query, mayShare, onDone }: { query: string; mayShare: boolean; onDone(): void }) {
  const text = useText();
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    const answer = await api.post('/views', {
      body: {
        name: String(form.get('name') ?? ''),
        query,
        isCompanyWide: form.get('everyone') === 'on',
      },
    });
    setBusy(false);
    if (answer.ok) onDone();
    else setProblem(answer.problem);
  };
  return (
    <form onSubmit={(event) => void submit(event)} className={classes.form}>
      <TextInput
        name="name"
        label={text('common.name')}
        maxLength={80}
        required
        data-autofocus
        error={problem?.detail}
      />
      {mayShare ? <Checkbox name="everyone" label={text('workspace.list.show_everyone_in_company')} /> : null}
      <Button type="submit" loading={busy}>
        {text('workspace.list.save_view')}
      </Button>
    </form>
  );
}
