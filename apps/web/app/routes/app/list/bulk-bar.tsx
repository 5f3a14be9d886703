import { Button, Menu, Tooltip } from '@mantine/core';
import type { BulkAction } from '@readout/domain/captures/rules';
import { useState } from 'react';
import { IconChevronDown, IconX } from '../../../ui/icons.ts';
import { plural, wholeNumber } from '../../../ui/numbers.ts';
import { reviewersOnly, useWorkspace } from '../workspace-context.ts';
import { bulkActionsIn } from './bulk-actions.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import classes from './list.module.css';
import { type Selection, selectedCount } from './selection.ts';

interface BulkBarProps {
  selection: Selection;
  onClear(): void;
  onSelectAll(): void;
}

/** What one can do with the selected rows. */
export function BulkBar({ selection, onClear, onSelectAll }: BulkBarProps) {
  const { captures, filter, viewer } = useWorkspace();
  const [action, setAction] = useState<BulkAction>();
  const { list } = captures;
  const count = selectedCount(selection, list.total);
  const actions = bulkActionsIn(filter.place ?? 'inbox');
  const more = list.total > selection.ids.size && !selection.allMatching;
  return (
    <section className={classes.bulk} aria-label="Selected captures">
      <span className={classes.bulkCount}>
        <span role="status">
          {plural(count, 'capture')}
          {selection.allMatching && list.totalIsMinimum ? ' or more' : ''} selected
        </span>
        {more ? (
          <button type="button" className={classes.textButton} onClick={onSelectAll}>
            Select all {list.totalIsMinimum ? 'that match' : wholeNumber(list.total)}
          </button>
        ) : null}
        <button
          type="button"
          className={classes.iconButton}
          onClick={onClear}
          aria-label="Clear the selection"
        >
          <IconX size={16} aria-hidden />
        </button>
      </span>
      <span className={classes.bulkActions}>
        {actions.slice(0, 3).map((each) => (
          <Allowed key={each.action} allowed={viewer.isReviewer}>
            <Button
              size="compact-sm"
              variant="default"
              {...(viewer.isReviewer ? {} : { 'data-off': true })}
              aria-disabled={!viewer.isReviewer}
              onClick={() => viewer.isReviewer && setAction(each.action)}
            >
              {each.label}
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
                More
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {viewer.isReviewer ? null : <Menu.Label>{reviewersOnly}</Menu.Label>}
              {actions.slice(3).map((each) => (
                <Menu.Item
                  key={each.action}
                  disabled={!viewer.isReviewer}
                  onClick={() => setAction(each.action)}
                >
                  {each.label}
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
          onClose={() => setAction(undefined)}
          onDone={onClear}
        />
      ) : null}
    </section>
  );
}

/** Says why a control is off. */
export function Allowed({
  allowed,
  reason = reviewersOnly,
  children,
}: {
  allowed: boolean;
  reason?: string;
  children: React.ReactElement;
}) {
  return (
    <Tooltip
      label={reason}
      disabled={allowed}
      multiline
      w={260}
      events={{ hover: true, focus: true, touch: true }}
    >
      {children}
    </Tooltip>
  );
}
