import { Alert, Button, Checkbox, Input, Loader, Modal, SegmentedControl, Select } from '@mantine/core';
import type { ExportChoice, ExportShape, ProfileChoice } from '@readout/domain/exports/rules';
import { LANGUAGES, spokenLanguage } from '@readout/texts';
import { wholeNumber } from '@readout/texts/numbers';
import { useEffect, useId, useState } from 'react';
import { Link } from 'react-router';
import { aboutCompany } from '../../../../server/request/company-marker.ts';
import type { Problem } from '../../../api/answer.ts';
import { api } from '../../../api/client.ts';
import { listQuery } from '../../../captures/filters.ts';
import { useWorkspace } from '../../../captures/workspace-context.ts';
import { Row } from '../../../ui/layout.tsx';
import { FormattedText, useLocale, useText } from '../../../ui/texts.tsx';
import { useViewer } from '../../../viewer.ts';
import classes from './list.module.css';
import { ProfileExport } from './profile-export.tsx';

const formats = [
  { value: 'csv', label: 'CSV' },
  { value: 'xlsx', label: 'Excel (XLSX)' },
  { value: 'json', label: 'JSON' },
] as const;
type Format = (typeof formats)[number]['value'];

/** Says what goes into the file and what does not, before it is made. */
export function ExportDialog({ onClose }: { onClose(): void }) {
  const text = useText();
  const locale = useLocale();
  const { query } = useWorkspace();
  const company = useViewer()?.company;
  const itemsId = useId();
  const [choices, setChoices] = useState<readonly ExportChoice[]>();
  const [profiles, setProfiles] = useState<readonly ProfileChoice[]>([]);
  const [again, setAgain] = useState(false);
  const [profileId, setProfileId] = useState<string | null>('');
  const [problem, setProblem] = useState<Problem>();
  const [type, setType] = useState<string>();
  const [format, setFormat] = useState<Format>('csv');
  const [language, setLanguage] = useState<ExportShape['language']>(spokenLanguage(locale));
  const [wanted, setWanted] = useState<ExportShape['items']>('none');
  const [isAll, setIsAll] = useState(false);

  useEffect(() => {
    const leaving = new AbortController();
    api.post('/exports/preview', { body: { filter: listQuery(query) }, signal: leaving.signal }).then(
      (answer) => {
        if (!answer.ok) return setProblem(answer.problem);
        setChoices(answer.value.types);
        setProfiles(answer.value.profiles);
        const last = answer.value.profiles.find(({ isLast }) => isLast);
        if (last) setProfileId((chosen) => chosen || last.id);
      },
      () => undefined,
    );
    return () => leaving.abort();
  }, [query]);

  const profile = profiles.find(({ id }) => id === profileId);
  const choice =
    choices?.find((each) => each.type === (profile?.type ?? type)) ?? (profile ? undefined : choices?.[0]);
  const isTable = format !== 'json';
  const items = isTable && choice?.hasItems && !(wanted === 'sheet' && format === 'csv') ? wanted : 'none';
  const exported = profile?.exported ?? 0;
  const count = choice
    ? choice.confirmed + (isAll && !profile ? choice.waiting + choice.rejected : 0) - (again ? 0 : exported)
    : 0;
  const isAllExported = exported > 0 && count === 0;
  const params = new URLSearchParams(query);
  if (choice) params.set('type', choice.type);
  for (const [name, value] of Object.entries({ format, language, items })) params.set(name, value);
  params.set('records', isAll ? 'all' : 'confirmed');
  return (
    <Modal opened onClose={onClose} title={text('workspace.list.export_records_list_2')} size="md">
      <div className={classes.form}>
        {profiles.length > 0 ? (
          <Select
            label={text('workspace.export.profile')}
            data={[
              { value: '', label: text('workspace.export.no_profile') },
              ...profiles.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={profileId}
            onChange={setProfileId}
            allowDeselect={false}
            data-autofocus
          />
        ) : null}
        {choices && choices.length > 1 && choice && !profile ? (
          <Select
            label={text('workspace.export.type')}
            data={choices.map(({ type: value, label, confirmed }) => ({
              value,
              label: `${label} (${wholeNumber(confirmed, locale)})`,
            }))}
            value={choice.type}
            onChange={(value) => setType(value ?? undefined)}
            allowDeselect={false}
          />
        ) : null}
        {choice ? (
          <Counted
            choice={choice}
            count={count}
            isAllExported={isAllExported}
            isAll={isAll && !profile}
            onAll={profile ? undefined : setIsAll}
            onLeave={onClose}
          />
        ) : choices ? (
          <p role="status">{text('workspace.export.none')}</p>
        ) : problem ? null : (
          <Loader size="sm" type="bars" aria-label={text('workspace.export.counting')} />
        )}
        {exported > 0 ? (
          <Checkbox
            size="xs"
            label={text('workspace.export.again', { count: exported })}
            checked={again}
            onChange={(event) => setAgain(event.currentTarget.checked)}
          />
        ) : null}
        {choice && !profile ? (
          <>
            <SegmentedControl
              aria-label={text('workspace.export.format')}
              data={[...formats]}
              value={format}
              onChange={(value) => setFormat(value as Format)}
            />
            {isTable ? (
              <Select
                label={text('workspace.export.language')}
                description={
                  format === 'csv'
                    ? text('workspace.export.separator', { language: ownSeparator(language) })
                    : undefined
                }
                data={LANGUAGES.map(({ tag, name }) => ({ value: tag, label: name }))}
                value={language}
                onChange={(value) => value && setLanguage(value as ExportShape['language'])}
                allowDeselect={false}
              />
            ) : null}
            {isTable && choice.hasItems ? (
              <div>
                <Input.Label component="p" id={itemsId}>
                  {text('workspace.export.items')}
                </Input.Label>
                <SegmentedControl
                  fullWidth
                  aria-labelledby={itemsId}
                  data={(format === 'csv'
                    ? (['none', 'rows'] as const)
                    : (['none', 'rows', 'sheet'] as const)
                  ).map((value) => ({ value, label: text('workspace.export.items_are', { items: value }) }))}
                  value={items}
                  onChange={(value) => setWanted(value as ExportShape['items'])}
                />
                {items === 'rows' ? (
                  <p className={classes.dim}>{text('workspace.export.rows_hint')}</p>
                ) : null}
              </div>
            ) : null}
          </>
        ) : null}
        {problem ? (
          <Alert color="red" title={problem.title} role="alert">
            {problem.detail} {problem.action}
          </Alert>
        ) : null}
        {profile ? (
          <ProfileExport
            key={profile.id}
            query={query}
            profile={profile}
            again={again}
            count={count}
            onClose={onClose}
          />
        ) : (
          <Row isOneLine gap={8} justify="end">
            <Button variant="default" onClick={onClose}>
              {text('common.cancel')}
            </Button>
            {count > 0 ? (
              <Button
                component="a"
                href={aboutCompany(`/api/v1/export?${params}`, company?.id)}
                download=""
                onClick={onClose}
              >
                {text('workspace.export.run', { count })}
              </Button>
            ) : null}
          </Row>
        )}
      </div>
    </Modal>
  );
}

function Counted({
  choice,
  count,
  isAllExported,
  isAll,
  onAll,
  onLeave,
}: {
  choice: ExportChoice;
  count: number;
  /** By the profile, before. */
  isAllExported: boolean;
  isAll: boolean;
  /** Where one may choose. */
  onAll: ((isAll: boolean) => void) | undefined;
  onLeave(): void;
}) {
  const text = useText();
  const { type, waiting, rejected } = choice;
  const rest = [
    waiting > 0 ? text('workspace.export.waiting', { count: waiting }) : '',
    rejected > 0 ? text('workspace.export.rejected', { count: rejected }) : '',
  ].filter(Boolean);
  return (
    <div className={classes.preview}>
      <div role="status">
        <p>
          {isAllExported ? (
            text('workspace.export.all_exported')
          ) : (
            <FormattedText id="workspace.export.goes" values={{ count }} />
          )}
        </p>
        {rest.length > 0 && !isAll ? (
          <p>{text('workspace.export.left_out', { what: rest.join(', ') })}</p>
        ) : null}
      </div>
      {rest.length > 0 ? (
        <>
          {waiting > 0 ? (
            <p>
              <Link to={`/app?review=needs_review&type=${encodeURIComponent(type)}`} onClick={onLeave}>
                {text('workspace.export.review_first')}
              </Link>
            </p>
          ) : null}
          {onAll ? (
            <Checkbox
              size="xs"
              label={text('workspace.export.all')}
              checked={isAll}
              onChange={(event) => onAll(event.currentTarget.checked)}
            />
          ) : null}
        </>
      ) : null}
    </div>
  );
}

/** The languages whose files are described by themselves; the others are alike. */
const ownSeparator = (language: ExportShape['language']) =>
  language === 'en' || language === 'de' ? language : undefined;
