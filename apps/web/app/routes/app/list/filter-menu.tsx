import { Button, Checkbox, Popover, Select, TextInput } from '@mantine/core';
import type { CaptureFilter } from '@readout/domain/captures/rules';
import { useEffect, useState } from 'react';
import { IconAdjustmentsHorizontal } from '../../../ui/icons.ts';
import { send } from '../../../ui/send.ts';
import { reviewNames, sourceNames, stateNames } from '../wording.ts';
import { useWorkspace } from '../workspace-context.ts';
import { activeFilters, withDay, withFilter } from './filters.ts';
import classes from './list.module.css';

export interface Member {
  userId: string;
  name: string;
  role: string;
}

const options = (names: Record<string, string>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

const confidenceBands: [value: string, label: string][] = [
  ['90-100', '90 to 100 %'],
  ['75-90', '75 to 90 %'],
  ['50-75', '50 to 75 %'],
  ['0-50', 'below 50 %'],
];
const corrections: [value: string, label: string][] = [
  ['any', 'A person changed something'],
  ['none', 'Nobody changed anything'],
];

/** The choices, and what a link has set beside them. */
const withPresent = (
  choices: [value: string, label: string][],
  present: string | undefined,
  name: (value: string) => string,
) =>
  [
    ...choices,
    ...(present && !choices.some(([value]) => value === present) ? [[present, name(present)] as const] : []),
  ].map(([value, label]) => ({ value, label }));

/** The members of the company, fetched when first asked for. */
export function useMembers(wanted: boolean): Member[] {
  const [members, setMembers] = useState<Member[]>();
  const { isReviewer } = useWorkspace().viewer;
  useEffect(() => {
    if (!wanted || members || !isReviewer) return;
    void send<Member[]>('/app/members').then((answer) => answer.ok && setMembers(answer.value));
  }, [wanted, members, isReviewer]);
  return members ?? [];
}

export function FilterMenu({ onChange }: { onChange(filter: CaptureFilter): void }) {
  const { filter, plugins, viewer } = useWorkspace();
  const [opened, setOpened] = useState(false);
  const members = useMembers(opened);
  const count = activeFilters(filter);
  const set = <K extends keyof CaptureFilter>(name: K, value: CaptureFilter[K] | null | undefined): void =>
    onChange(withFilter(filter, name, value ?? undefined));
  const people = members
    .filter((member) => member.userId !== viewer.id)
    .map((member) => ({ value: member.userId, label: member.name }));
  const inPopover = { withinPortal: false };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={320} trapFocus withRoles>
      <Popover.Target>
        <Button
          variant={count > 0 ? 'light' : 'default'}
          size="compact-md"
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
          onClick={() => setOpened(!opened)}
          aria-label={count > 0 ? `Filters, ${count} set` : 'Filters'}
        >
          {count > 0 ? count : 'Filter'}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.filters} aria-label="Filters">
        <Select
          label="State"
          size="xs"
          clearable
          placeholder="Any"
          data={[...options(stateNames), { value: 'unread', label: 'Not read yet' }]}
          value={filter.state ?? null}
          onChange={(value) => set('state', value as CaptureFilter['state'])}
          comboboxProps={inPopover}
        />
        <Select
          label="Review"
          size="xs"
          clearable
          placeholder="Any"
          data={[...options(reviewNames), { value: 'any', label: 'With a record' }]}
          value={filter.review ?? null}
          onChange={(value) => set('review', value as CaptureFilter['review'])}
          comboboxProps={inPopover}
        />
        <Select
          label="Plugin"
          size="xs"
          clearable
          placeholder="Any"
          data={plugins.map(({ id, name }) => ({ value: id, label: name }))}
          value={filter.plugin ?? null}
          onChange={(value) => set('plugin', value)}
          comboboxProps={inPopover}
        />
        <Select
          label="Confidence of a record"
          size="xs"
          clearable
          placeholder="Any"
          data={withPresent(confidenceBands, filter.confidence, (band) => `${band.replace('-', ' to ')} %`)}
          value={filter.confidence ?? null}
          onChange={(value) => set('confidence', value)}
          comboboxProps={inPopover}
        />
        <Select
          label="Corrected"
          size="xs"
          clearable
          placeholder="Whether or not"
          data={withPresent(corrections, filter.corrected, (field) => `Field “${field}” was changed`)}
          value={filter.corrected ?? null}
          onChange={(value) => set('corrected', value)}
          comboboxProps={inPopover}
        />
        <Select
          label="Source"
          size="xs"
          clearable
          placeholder="Any"
          data={options(sourceNames)}
          value={filter.source ?? null}
          onChange={(value) => set('source', value as CaptureFilter['source'])}
          comboboxProps={inPopover}
        />
        {viewer.isReviewer ? (
          <Select
            label="Assigned to"
            size="xs"
            clearable
            placeholder="Anyone or nobody"
            data={[{ value: 'me', label: 'Me' }, ...people]}
            value={filter.assigned ?? null}
            onChange={(value) => set('assigned', value)}
            comboboxProps={inPopover}
          />
        ) : null}
        <div className={classes.dates}>
          <TextInput
            type="date"
            label="From"
            size="xs"
            value={filter.from ?? ''}
            max={filter.to}
            onChange={(event) => onChange(withDay(filter, 'from', event.currentTarget.value))}
          />
          <TextInput
            type="date"
            label="To"
            size="xs"
            value={filter.to ?? ''}
            min={filter.from}
            onChange={(event) => onChange(withDay(filter, 'to', event.currentTarget.value))}
          />
        </div>
        <TextInput
          type="date"
          label="Waited for review at the end of"
          size="xs"
          value={filter.waitingAt ?? ''}
          onChange={(event) => onChange(withDay(filter, 'waitingAt', event.currentTarget.value))}
        />
        {filter.timeZone ? <p className={classes.dim}>Days of {filter.timeZone}.</p> : null}
        {filter.type ? (
          <Checkbox
            label={`Records of type “${filter.type}” only`}
            size="xs"
            checked
            onChange={() => set('type', undefined)}
          />
        ) : null}
        <Checkbox
          label="Duplicates only"
          size="xs"
          checked={filter.duplicates === true}
          onChange={(event) => set('duplicates', event.currentTarget.checked || undefined)}
        />
        {count > 0 ? (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() =>
              onChange({
                ...(filter.place ? { place: filter.place } : {}),
                ...(filter.q ? { q: filter.q } : {}),
              })
            }
          >
            Clear all filters
          </Button>
        ) : null}
      </Popover.Dropdown>
    </Popover>
  );
}
