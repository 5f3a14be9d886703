import { Button, Textarea, TextInput } from '@mantine/core';
import type { PlatformPlugin } from '@readout/domain/platform/list-plugins-for-platform';
import { Form, useNavigation } from 'react-router';
import { When } from '../../app/when.tsx';
import { plural } from '../../app/wording.ts';
import { Outcome, type Problem } from '../../settings/outcome.tsx';
import classes from '../system/system.module.css';

/** Stops a plugin everywhere, with a reason and its id typed; lets it run again. */
export function BlockSection({ plugin, problem }: { plugin: PlatformPlugin; problem: Problem | undefined }) {
  const isBusy = useNavigation().state === 'submitting';
  const { block } = plugin;
  return (
    <section className={classes.section} id="block">
      <h2>{block ? 'Blocked' : 'Block everywhere'}</h2>
      {block ? (
        <>
          <div className={classes.now}>
            <p dir="auto">{block.reason}</p>
            <p>
              Since <When iso={block.blockedAt} exact />
              {block.version === '*' ? ', in every version' : `, version ${block.version}`}. It runs nowhere.
            </p>
          </div>
          <Form method="post" className={classes.form}>
            <input type="hidden" name="pluginId" value={plugin.id} />
            <Button type="submit" name="intent" value="unblock" loading={isBusy}>
              Let it run again
            </Button>
            <Outcome problem={problem} />
          </Form>
        </>
      ) : (
        <>
          <p>
            From that moment it runs nowhere; what it has made so far stays. Owners and admins of{' '}
            {plural(plugin.installs, 'company', 'companies')} are told the reason, and it stands in their
            audit lists.
          </p>
          <Form method="post" className={classes.form} autoComplete="off">
            <input type="hidden" name="pluginId" value={plugin.id} />
            <Textarea
              label="Reason"
              description="The companies read it. At most 500 characters."
              name="reason"
              autosize
              minRows={2}
              maxLength={1000}
              required
              defaultValue={problem?.typed.reason ?? ''}
              error={problem?.fields.reason}
            />
            <TextInput
              label={`Type ${plugin.id} to confirm`}
              name="confirmation"
              required
              defaultValue={problem?.typed.confirmation ?? ''}
              error={problem?.fields.confirmation}
            />
            <Button type="submit" name="intent" value="block" loading={isBusy}>
              Block everywhere
            </Button>
            <Outcome problem={problem} />
          </Form>
        </>
      )}
    </section>
  );
}
