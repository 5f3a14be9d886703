import { Button, Checkbox, Popover, Select, TextInput } from '@mantine/core';
import { type CaptureFilter, captureSources } from '@readout/domain/captures/rules';
import { type CompanyCheckName, companyCheckNames } from '@readout/domain/records/rules';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../../api/client.ts';
import { activeFilters, type ListFilter, withDay, withFilter } from '../../../captures/filters.ts';
import { useTags } from '../../../captures/use-tags.ts';
import { useWorkspace } from '../../../captures/workspace-context.ts';
import { useKeys } from '../../../keyboard/use-keys.ts';
import { type Typed as FieldTyped, fromInput, toInput } from '../../../record/field-text.ts';
import { useWriting } from '../../../record/use-readable.ts';
import { IconAdjustmentsHorizontal } from '../../../ui/icons.ts';
import { type SayText, useLocale, useText } from '../../../ui/texts.tsx';
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

const isKnownCheck = (check: string): check is CompanyCheckName | 'any' =>
  check === 'any' || companyCheckNames.some((name) => name === check);

/** Takes effect with Enter and where one leaves it: every letter would ask for another list. */
function Typed({
  label,
  value = '',
  read,
  onChange,
}: {
  label: string;
  value: string | undefined;
  /** Of what is not text: the value of what was typed. */
  read?(typed: string): FieldTyped;
  onChange(value: string): void;
}) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const [problem, setProblem] = useState<string>();
  if (known !== value) {
    setKnown(value);
    setTyped(value);
  }
  const take = (): void => {
    const given: FieldTyped = read?.(typed) ?? { ok: true, value: typed.trim() };
    setProblem(given.ok ? undefined : given.reason);
    if (given.ok && typed.trim() !== value) onChange(String(given.value ?? ''));
  };
  return (
    <TextInput
      label={label}
      size="xs"
      maxLength={100}
      {...(read ? ({ inputMode: 'decimal' } as const) : {})}
      error={problem}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => event.key === 'Enter' && take()}
    />
  );
}

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

export function FilterMenu({ onChange }: { onChange(filter: ListFilter): void }) {
  const [text, locale, writing] = [useText(), useLocale(), useWriting()];
  const { filter, plugins, viewer } = useWorkspace();
  const [opened, setOpened] = useState(false);
  const members = useMembers(opened);
  const tags = useTags(opened);
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
        <Typed
          label={text('workspace.list.merchant')}
          value={filter.merchant}
          onChange={(value) => set('merchant', value)}
        />
        <div className={classes.dates}>
          {(['amountFrom', 'amountTo'] as const).map((name) => (
            <Typed
              key={name}
              label={text(`workspace.list.${name === 'amountFrom' ? 'amount_from' : 'amount_to'}`)}
              value={filter[name] && toInput(filter[name], 'amount', locale)}
              read={(typed) => fromInput('amount', typed, writing)}
              onChange={(value) => set(name, value.replace('-', ''))}
            />
          ))}
        </div>
        <div className={classes.dates}>
          <TextInput
            type="date"
            label={text('workspace.list.document_from')}
            size="xs"
            value={filter.documentFrom ?? ''}
            max={filter.documentTo}
            onChange={(event) => set('documentFrom', event.currentTarget.value)}
          />
          <TextInput
            type="date"
            label={text('workspace.list.document_to')}
            size="xs"
            value={filter.documentTo ?? ''}
            min={filter.documentFrom}
            onChange={(event) => set('documentTo', event.currentTarget.value)}
          />
        </div>
        <Select
          label={text('workspace.list.failed_check')}
          size="xs"
          clearable
          placeholder={text('workspace.list.whether_or_not')}
          data={withPresent(['any', ...companyCheckNames], filter.failed, (check) =>
            isKnownCheck(check) ? text('workspace.list.failed_check_name', { check }) : check,
          )}
          value={filter.failed ?? null}
          onChange={(value) => set('failed', value)}
          comboboxProps={inPopover}
        />
        {viewer.isReviewer ? (
          <Select
            label={text('workspace.list.confirmed_by')}
            size="xs"
            clearable
            placeholder={text('workspace.list.anyone_or_nobody')}
            data={[
              { value: 'me', label: text('workspace.list.me') },
              { value: 'rule', label: text('workspace.list.a_rule') },
              ...people,
            ]}
            value={filter.confirmedBy ?? null}
            onChange={(value) => set('confirmedBy', value)}
            comboboxProps={inPopover}
          />
        ) : null}
        <Select
          label={text('workspace.list.tag')}
          size="xs"
          clearable
          searchable
          placeholder={text('workspace.list.any_tag')}
          data={withPresent(
            tags.map(({ tag }) => tag),
            filter.tag,
            (tag) => tag,
          )}
          value={filter.tag ?? null}
          onChange={(value) => set('tag', value)}
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
                ...(filter.sort ? { sort: filter.sort } : {}),
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
