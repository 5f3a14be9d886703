import { Button, Checkbox, TextInput } from '@mantine/core';
import type { BackupPlan } from '@readout/domain/platform/backup-plan';
import { Form, useNavigation } from 'react-router';
import { Outcome, type Problem } from '../../settings/outcome.tsx';
import admin from '../admin.module.css';
import classes from '../system/system.module.css';
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
  problem: Problem | undefined;
  isSaved: boolean;
}) {
  const isBusy = useNavigation().formData?.get('intent') === 'plan';
  const isStale = problem?.code === 'platform.changed_meanwhile';
  const now = (value: string) => (isStale ? ` Now: ${value || 'empty'}.` : '');
  return (
    <section className={classes.section} id="plan">
      <h2>Every day</h2>
      <p>
        Each backup adds what is new to the folder; the newest ones stay. One folder keeps to one way of
        encrypting: with another key name another folder.
      </p>
      {useMay()('backups.change') ? (
        <Form method="post" className={classes.form} preventScrollReset>
          <input type="hidden" name="revision" value={revision} />
          <Checkbox
            name="isOn"
            label="Write a backup every day"
            disabled={root === null && !plan.isOn}
            defaultChecked={problem ? problem.typed.isOn === 'on' : plan.isOn}
          />
          <TextInput
            name="time"
            type="time"
            required
            label="Time of day, UTC"
            defaultValue={problem?.typed.time ?? plan.time}
            description={now(plan.time) || undefined}
            error={problem?.fields.time}
          />
          <TextInput
            name="folder"
            required
            label="Folder"
            description={`Below ${root ?? 'READOUT_BACKUP_FOLDER'}.${now(plan.folder)}`}
            defaultValue={problem?.typed.folder ?? plan.folder}
            error={problem?.fields.folder}
            autoComplete="off"
          />
          <TextInput
            name="recipient"
            label="Public key"
            description={`Of age, made with “readout backup --new-key FILE”. Left empty, backups are not encrypted, and the secret is not in them.${now(plan.recipient)}`}
            placeholder="age1…"
            defaultValue={problem?.typed.recipient ?? plan.recipient}
            error={problem?.fields.recipient}
            autoComplete="off"
            spellCheck={false}
          />
          <TextInput
            name="keep"
            required
            label="Backups that stay"
            inputMode="numeric"
            description={now(String(plan.keep)) || undefined}
            defaultValue={problem?.typed.keep ?? String(plan.keep)}
            error={problem?.fields.keep}
          />
          <Outcome problem={problem} done={isSaved && 'Saved.'} />
          <div className={classes.buttons}>
            <Button type="submit" name="intent" value="plan" loading={isBusy}>
              {isStale ? 'Save anyway' : 'Save'}
            </Button>
          </div>
        </Form>
      ) : (
        <dl className={admin.facts}>
          <dt>Every day</dt>
          <dd>{plan.isOn ? `at ${plan.time} UTC` : 'off'}</dd>
          <dt>Folder</dt>
          <dd>{plan.folder}</dd>
          <dt>Public key</dt>
          <dd>{plan.recipient || 'none: not encrypted'}</dd>
          <dt>Backups that stay</dt>
          <dd>{plan.keep}</dd>
        </dl>
      )}
    </section>
  );
}
