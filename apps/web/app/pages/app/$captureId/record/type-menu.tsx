import { ActionIcon, Menu } from '@mantine/core';
import type { OfferedType } from '@readout/domain/captures/rules';
import type { ReactElement } from 'react';
import { useWorkspace } from '../../../../captures/workspace-context.ts';
import { IconSwitchHorizontal } from '../../../../ui/icons.ts';
import { useText } from '../../../../ui/texts.tsx';

interface TypeMenuProps {
  types: readonly OfferedType[];
  /** What opens it. */
  target: ReactElement;
  title: string;
  onChoose(type: OfferedType): void;
}

/** Types of record one can choose; those of the same name with the plugin they are of. */
export function TypeMenu({ types, target, title, onChoose }: TypeMenuProps) {
  const { plugins } = useWorkspace();
  return (
    <Menu position="bottom-start" width={260} keepMounted={false}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown mah="50dvh" style={{ overflowY: 'auto' }}>
        <Menu.Label>{title}</Menu.Label>
        {types.map((type) => (
          <Menu.Item key={`${type.plugin}/${type.type}`} onClick={() => onChoose(type)}>
            {type.label}
            {types.some((other) => other !== type && other.label === type.label)
              ? `, ${plugins.find(({ id }) => id === type.plugin)?.name ?? type.plugin}`
              : ''}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Makes a record one of another type. */
export function ChangeType({ types, onChoose }: Pick<TypeMenuProps, 'types' | 'onChoose'>) {
  const text = useText();
  return (
    <TypeMenu
      types={types}
      title={text('workspace.record.change_type_hint')}
      onChoose={onChoose}
      target={
        <ActionIcon variant="subtle" color="gray" size={28} aria-label={text('workspace.record.change_type')}>
          <IconSwitchHorizontal size={16} aria-hidden />
        </ActionIcon>
      }
    />
  );
}
