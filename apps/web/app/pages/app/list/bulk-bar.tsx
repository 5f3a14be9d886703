import { Button, Menu, Tooltip } from '@mantine/core';
import type { BulkAction } from '@readout/domain/captures/rules';
import { useWorkspace } from '../../../captures/workspace-context.ts';
import { IconChevronDown, IconX } from '../../../ui/icons.ts';
import { useText } from '../../../ui/texts.tsx';
import { bulkActionsFor } from './bulk-actions.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import classes from './list.module.css';
import { type Selection, selectedCount } from './selection.ts';

interface BulkBarProps {
  selection: Selection;
  action: BulkAction | undefined;
  onAction(action: BulkAction | undefined): void;
  onClear(): void;
  onSelectAll(): void;
}

/** What one can do with the selected rows. */
export function BulkBar({ selection, action, onAction, onClear, onSelectAll }: BulkBarProps) {
  const text = useText();
  const { captures, filter, viewer } = useWorkspace();
  const { list } = captures;
  const count = selectedCount(selection, list.total);
  const actions = bulkActionsFor(filter);
  const more = list.total > selection.ids.size && !selection.allMatching;
  return (
    <section className={classes.bulk} aria-label={text('workspace.list.selected_captures')}>
      <span className={classes.bulkCount}>
        <span role="status">
          {text(
            selection.allMatching && list.totalIsMinimum
              ? 'workspace.list.selected_or_more'
              : 'workspace.list.selected',
            { count },
          )}
        </span>
        {more ? (
          <button type="button" className={classes.textButton} onClick={onSelectAll}>
            {list.totalIsMinimum
              ? text('workspace.list.select_all_that_match')
              : text('workspace.list.select_all', { count: list.total })}
          </button>
        ) : null}
        <button
          type="button"
          className={classes.iconButton}
          onClick={onClear}
          aria-label={text('workspace.list.clear_the_selection')}
        >
          <IconX size={16} aria-hidden />
        </button>
      </span>
      <span className={classes.bulkActions}>
        {actions.slice(0, 3).map((each) => (
          <Allowed key={each} allowed={viewer.isReviewer}>
            <Button
              size="compact-sm"
              variant="default"
              {...(viewer.isReviewer ? {} : { 'data-off': true })}
              aria-disabled={!viewer.isReviewer}
              onClick={() => viewer.isReviewer && onAction(each)}
            >
              {text('workspace.list.bulk_action', { action: each })}
            </Button>
          </Allowed>
        ))}
        {actions.length > 3 ? (
          <Menu position="bottom-end" keepMounted={false}>
            <Menu.Target>
              <Button
                size="compact-sm"
                variant="default"
                rightSection={<IconChevronDown size={14} aria-hidden />}
              >
                {text('workspace.list.more')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {viewer.isReviewer ? null : <Menu.Label>{text('workspace.page.reviewers_only')}</Menu.Label>}
              {actions.slice(3).map((each) => (
                <Menu.Item key={each} disabled={!viewer.isReviewer} onClick={() => onAction(each)}>
                  {text('workspace.list.bulk_action', { action: each })}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        ) : null}
      </span>
      {action ? (
        <BulkDialog
          action={action}
          selection={selection}
          onClose={() => onAction(undefined)}
          onDone={onClear}
        />
      ) : null}
    </section>
  );
}

/** Says why a control is off. */
export function Allowed({
  allowed,
  reason,
  children,
}: {
  allowed: boolean;
  reason?: string;
  children: React.ReactElement;
}) {
  const text = useText();
  return (
    <Tooltip
      label={reason ?? text('workspace.page.reviewers_only')}
      disabled={allowed}
      multiline
      w={260}
      events={{ hover: true, focus: true, touch: true }}
    >
      {children}
    </Tooltip>
  );
}
