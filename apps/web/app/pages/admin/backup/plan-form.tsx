import { Button, Checkbox, TextInput } from '@mantine/core';
import type { BackupPlan } from '@readout/domain/platform/backup-plan';
import { Form } from 'react-router';
import type { Problem } from '../../../forms/answer.ts';
import { Outcome } from '../../../forms/outcome.tsx';
import { useSending } from '../../../forms/use-sending.ts';
import { Row } from '../../../ui/layout.tsx';
import { useText } from '../../../ui/texts.tsx';
import admin from '../admin.module.css';
import classes from '../system.module.css';
import { useMay } from '../use-may.ts';

/** When backups are written, where to and how. */
export function PlanForm({
  plan,
  revision,
  root,
  problem,
  isSaved,
}: {
  plan: BackupPlan;
  revision: number;
  root: string | null;
  problem: Problem<Record<'time' | 'folder' | 'recipient' | 'keep', string> & { isOn: boolean }> | undefined;
  isSaved: boolean;
}) {
  const text = useText();
  const isBusy = useSending()('plan');
  const isStale = problem?.code === 'platform.changed_meanwhile';
  const now = (value: string) =>
    isStale ? text('operation.backup.held', { value: value || text('operation.backup.empty') }) : '';
  return (
    <section className={classes.section} id="plan">
      <h2>{text('operation.backup.every_day')}</h2>
      <p>{text('operation.backup.plan_hint')}</p>
      {useMay()('backups.change') ? (
        <Form method="post" className={classes.form} preventScrollReset>
          <input type="hidden" name="revision" value={revision} />
          <Checkbox
            name="isOn"
            label={text('operation.backup.is_on')}
            disabled={root === null && !plan.isOn}
            defaultChecked={problem?.typed.isOn ?? plan.isOn}
          />
          <TextInput
            name="time"
            type="time"
            required
            label={text('operation.backup.time')}
            defaultValue={problem?.typed.time ?? plan.time}
            description={now(plan.time) || undefined}
            error={problem?.fields.time}
          />
          <TextInput
            name="folder"
            required
            label={text('operation.backup.folder')}
            description={`${text('operation.backup.below', { folder: root ?? 'READOUT_BACKUP_FOLDER' })} ${now(plan.folder)}`.trim()}
            defaultValue={problem?.typed.folder ?? plan.folder}
            error={problem?.fields.folder}
            autoComplete="off"
          />
          <TextInput
            name="recipient"
            label={text('operation.backup.key')}
            description={`${text('operation.backup.key_hint')} ${now(plan.recipient)}`.trim()}
            placeholder={text('operation.backup.key_example')}
            defaultValue={problem?.typed.recipient ?? plan.recipient}
            error={problem?.fields.recipient}
            autoComplete="off"
            spellCheck={false}
          />
          <TextInput
            name="keep"
            required
            label={text('operation.backup.keep')}
            inputMode="numeric"
            description={now(String(plan.keep)) || undefined}
            defaultValue={problem?.typed.keep ?? String(plan.keep)}
            error={problem?.fields.keep}
          />
          <Outcome problem={problem} done={isSaved && text('common.saved')} />
          <Row gap={8}>
            <Button type="submit" name="intent" value="plan" loading={isBusy}>
              {text('operation.backup.save', { stale: isStale ? 'yes' : undefined })}
            </Button>
          </Row>
        </Form>
      ) : (
        <dl className={admin.facts}>
          <dt>{text('operation.backup.every_day')}</dt>
          <dd>
            {plan.isOn ? text('operation.backup.at', { time: plan.time }) : text('operation.backup.off')}
          </dd>
          <dt>{text('operation.backup.folder')}</dt>
          <dd>{plan.folder}</dd>
          <dt>{text('operation.backup.key')}</dt>
          <dd>{plan.recipient || text('operation.backup.no_key')}</dd>
          <dt>{text('operation.backup.keep')}</dt>
          <dd>{plan.keep}</dd>
        </dl>
      )}
    </section>
  );
}
