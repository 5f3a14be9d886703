import { ActionIcon, Menu } from '@mantine/core';
import { type CaptureSort, captureSorts } from '@readout/domain/captures/rules';
import { useRef, useState } from 'react';
import { usualSort } from '../../../captures/filters.ts';
import { useWorkspace } from '../../../captures/workspace-context.ts';
import { useKeys } from '../../../keyboard/use-keys.ts';
import { IconArrowsSort } from '../../../ui/icons.ts';
import { useText } from '../../../ui/texts.tsx';

/** A message cannot choose by a name with a sign. */
const named = {
  '-captured': 'newest',
  captured: 'oldest',
  '-date': 'date_newest',
  date: 'date_oldest',
  '-amount': 'amount_highest',
  amount: 'amount_lowest',
  merchant: 'merchant_first',
  '-merchant': 'merchant_last',
  confidence: 'confidence_lowest',
  '-confidence': 'confidence_highest',
} as const satisfies Record<CaptureSort, string>;

/** What the list is sorted by. */
export function SortMenu({ onSort }: { onSort(sort: CaptureSort): void }) {
  const text = useText();
  const { sort = usualSort } = useWorkspace().filter;
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useKeys({ sort: () => (button.current?.checkVisibility() ? setIsOpen(true) : false) });
  const nameOf = (each: CaptureSort): string => text('workspace.list.sort_order', { sort: named[each] });
  const label = text('workspace.list.sorted', { order: nameOf(sort) });
  return (
    <Menu position="bottom-end" keepMounted={false} opened={isOpen} onChange={setIsOpen}>
      <Menu.Target>
        <ActionIcon
          ref={button}
          variant={sort === usualSort ? 'default' : 'light'}
          size={30}
          aria-label={label}
          title={label}
        >
          <IconArrowsSort size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{text('workspace.list.sort')}</Menu.Label>
        <Menu.RadioGroup value={sort} onChange={(value) => onSort(value as CaptureSort)}>
          {captureSorts.map((each) => (
            <Menu.RadioItem key={each} value={each} closeMenuOnClick>
              {nameOf(each)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
