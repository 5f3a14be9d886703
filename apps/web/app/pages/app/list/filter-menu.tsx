import { Button, Checkbox, Popover, Select, TextInput } from '@mantine/core';
import { type CaptureFilter, captureSources } from '@readout/domain/captures/rules';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../../api/client.ts';
import { activeFilters, withDay, withFilter } from '../../../captures/filters.ts';
import { useWorkspace } from '../../../captures/workspace-context.ts';
import { useKeys } from '../../../keyboard/use-keys.ts';
import { IconAdjustmentsHorizontal } from '../../../ui/icons.ts';
import { type SayText, useText } from '../../../ui/texts.tsx';
import classes from './list.module.css';

export interface Member {
  userId: string;
  name: string;
  role: string;
}

const options = <Value extends string>(values: readonly Value[], name: (value: Value) => string) =>
  values.map((value) => ({ value, label: name(value) }));

const states = ['received', 'reading', 'read', 'failed', 'unread'] as const;
const reviews = ['needs_review', 'confirmed', 'rejected'] as const;

const confidenceBands = ['90-100', '75-90', '50-75', '0-50'];

/** The choices, and what a link has set beside them. */
const withPresent = (
  choices: readonly string[],
  present: string | undefined,
  name: (value: string) => string,
) => options([...choices, ...(present && !choices.includes(present) ? [present] : [])], name);

function bandName(band: string, text: SayText): string {
  const [from = 0, to = 0] = band.split('-').map(Number);
  return band === '0-50'
    ? text('workspace.list.percent_below', { to })
    : text('workspace.list.percent_range', { from, to });
}

const correctedName = (corrected: string, text: SayText): string =>
  corrected === 'any'
    ? text('workspace.list.any_corrected')
    : corrected === 'none'
      ? text('workspace.list.none_corrected')
      : text('workspace.list.field_changed', { field: corrected });

/** The members of the company, fetched when first asked for. */
export function useMembers(wanted: boolean): Member[] {
  const [members, setMembers] = useState<Member[]>();
  const { isReviewer } = useWorkspace().viewer;
  useEffect(() => {
    if (!wanted || members || !isReviewer) return;
    void api.get('/members').then((answer) => answer.ok && setMembers(answer.value.items));
  }, [wanted, members, isReviewer]);
  return members ?? [];
}

export function FilterMenu({ onChange }: { onChange(filter: CaptureFilter): void }) {
  const text = useText();
  const { filter, plugins, viewer } = useWorkspace();
  const [opened, setOpened] = useState(false);
  const members = useMembers(opened);
  const button = useRef<HTMLButtonElement>(null);
  useKeys({ filter: () => (button.current?.checkVisibility() ? setOpened(true) : false) });
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
          ref={button}
          variant={count > 0 ? 'light' : 'default'}
          size="compact-md"
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
          onClick={() => setOpened(!opened)}
          aria-label={
            count > 0 ? text('workspace.list.filters_set', { count }) : text('workspace.list.filters')
          }
        >
          {count > 0 ? count : text('workspace.list.filter')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.filters} aria-label={text('workspace.list.filters')}>
        <Select
          label={text('workspace.list.state')}
          size="xs"
          clearable
          placeholder={text('workspace.list.any')}
          data={options(states, (state) => text('workspace.list.capture_state', { state }))}
          value={filter.state ?? null}
          onChange={(value) => set('state', value as CaptureFilter['state'])}
          comboboxProps={inPopover}
        />
        <Select
          label={text('workspace.list.review')}
          size="xs"
          clearable
          placeholder={text('workspace.list.any')}
          data={[
            ...options(reviews, (state) => text('common.record_state', { state })),
            { value: 'any', label: text('workspace.list.with_a_record') },
          ]}
          value={filter.review ?? null}
          onChange={(value) => set('review', value as CaptureFilter['review'])}
          comboboxProps={inPopover}
        />
        <Select
          label={text('workspace.list.plugin')}
          size="xs"
          clearable
          placeholder={text('workspace.list.any')}
          data={plugins.map(({ id, name }) => ({ value: id, label: name }))}
          value={filter.plugin ?? null}
          onChange={(value) => set('plugin', value)}
          comboboxProps={inPopover}
        />
        <Select
          label={text('workspace.list.confidence_record')}
          size="xs"
          clearable
          placeholder={text('workspace.list.any')}
          data={withPresent(confidenceBands, filter.confidence, (band) => bandName(band, text))}
          value={filter.confidence ?? null}
          onChange={(value) => set('confidence', value)}
          comboboxProps={inPopover}
        />
        <Select
          label={text('workspace.list.corrected')}
          size="xs"
          clearable
          placeholder={text('workspace.list.whether_or_not')}
          data={withPresent(['any', 'none'], filter.corrected, (value) => correctedName(value, text))}
          value={filter.corrected ?? null}
          onChange={(value) => set('corrected', value)}
          comboboxProps={inPopover}
        />
        <Select
          label={text('workspace.list.source')}
          size="xs"
          clearable
          placeholder={text('workspace.list.any')}
          data={options(captureSources, (source) => text('workspace.list.capture_source', { source }))}
          value={filter.source ?? null}
          onChange={(value) => set('source', value as CaptureFilter['source'])}
          comboboxProps={inPopover}
        />
        {viewer.isReviewer ? (
          <Select
            label={text('workspace.list.assigned_to')}
            size="xs"
            clearable
            placeholder={text('workspace.list.anyone_or_nobody')}
            data={[{ value: 'me', label: text('workspace.list.me') }, ...people]}
            value={filter.assigned ?? null}
            onChange={(value) => set('assigned', value)}
            comboboxProps={inPopover}
          />
        ) : null}
        <div className={classes.dates}>
          <TextInput
            type="date"
            label={text('workspace.list.from')}
            size="xs"
            value={filter.from ?? ''}
            max={filter.to}
            onChange={(event) => onChange(withDay(filter, 'from', event.currentTarget.value))}
          />
          <TextInput
            type="date"
            label={text('workspace.list.to')}
            size="xs"
            value={filter.to ?? ''}
            min={filter.from}
            onChange={(event) => onChange(withDay(filter, 'to', event.currentTarget.value))}
          />
        </div>
        <TextInput
          type="date"
          label={text('workspace.list.waited_for_review_at_end')}
          size="xs"
          value={filter.waitingAt ?? ''}
          onChange={(event) => onChange(withDay(filter, 'waitingAt', event.currentTarget.value))}
        />
        {filter.timeZone ? (
          <p className={classes.dim}>{text('workspace.list.days_of', { timeZone: filter.timeZone })}</p>
        ) : null}
        {filter.type ? (
          <Checkbox
            label={text('workspace.list.type_only', { type: filter.type })}
            size="xs"
            checked
            onChange={() => set('type', undefined)}
          />
        ) : null}
        <Checkbox
          label={text('workspace.list.duplicates_only')}
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
            {text('workspace.list.clear_all_filters')}
          </Button>
        ) : null}
      </Popover.Dropdown>
    </Popover>
  );
}
