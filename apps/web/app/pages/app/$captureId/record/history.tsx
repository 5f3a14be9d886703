import { ActionIcon, Loader, Popover } from '@mantine/core';
import type {
  RecordDecision,
  RecordDelivery,
  RecordDetail,
  RecordEdit,
  RecordHistory,
} from '@readout/domain/records/rules';
import type { JsonValue } from '@readout/plugin-kit';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { Answer } from '../../../../api/answer.ts';
import { api } from '../../../../api/client.ts';
import { eventName } from '../../../../deliveries/event-name.ts';
import type { RecordType } from '../../../../record/doubt.ts';
import { useReadable } from '../../../../record/use-readable.ts';
import { IconHistory } from '../../../../ui/icons.ts';
import { Text } from '../../../../ui/layout.tsx';
import { FormattedText, useLocale, useText } from '../../../../ui/texts.tsx';
import { When } from '../../../../ui/when.tsx';
import classes from './record.module.css';

/** As the page is told of it: with why it failed in the reader's language. */
type Delivery = Omit<RecordDelivery, 'failureCode'> & { failure: string | null };
type ShownHistory = Omit<RecordHistory, 'deliveries'> & { deliveries: Delivery[] };

/** Who changed which field from what to what, who confirmed, rejected or reopened it, and where to it left. */
export function History({ record, type }: { record: RecordDetail; type: RecordType | undefined }) {
  const text = useText();
  const [opened, setOpened] = useState(false);
  const [answer, setAnswer] = useState<Answer<ShownHistory>>();
  const readable = useReadable();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision may be a new edit
  useEffect(() => {
    if (!opened) return;
    const stop = new AbortController();
    api
      .get('/records/{recordId}/history', {
        path: { recordId: record.id },
        signal: stop.signal,
      })
      .then(setAnswer, () => undefined);
    return () => stop.abort();
  }, [opened, record.id, record.revision]);
  const locale = useLocale();
  const labelOf = (name: string): string => type?.fields.find((field) => field.name === name)?.label ?? name;
  const shown = (value: unknown, name: string): string =>
    readable(value as JsonValue, type?.fields.find((field) => field.name === name)?.type) ||
    text('workspace.record.empty');
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={340} withRoles trapFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label={text('workspace.record.history_record')}
          onClick={() => setOpened(!opened)}
        >
          <IconHistory size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={text('workspace.record.history')}>
        <Text as="h4" size={13} below={8}>
          {text('workspace.record.history')}
        </Text>
        {!answer ? (
          <Loader size="xs" type="bars" aria-label={text('workspace.record.loading_the_history')} />
        ) : null}
        {answer && !answer.ok ? <p role="alert">{answer.problem.detail}</p> : null}
        {answer?.ok ? (
          <ol className={classes.history}>
            {inOrder(answer.value).map((entry) =>
              'field' in entry ? (
                <li key={`edit ${entry.id}`}>
                  <strong>{labelOf(entry.field)}</strong>
                  <span>
                    <del>{shown(entry.from, entry.field)}</del> <span aria-hidden>→</span>{' '}
                    <ins>{shown(entry.to, entry.field)}</ins>
                  </span>
                  {entry.picked === null ? null : (
                    <span>
                      {entry.enlarged === null ? (
                        <FormattedText id="workspace.record.picked_as" values={{ raw: entry.picked }} />
                      ) : (
                        <FormattedText
                          id="workspace.record.read_again_as"
                          values={{ raw: entry.picked, enlarged: entry.enlarged }}
                        />
                      )}
                    </span>
                  )}
                  <span className={classes.dim}>
                    {entry.editedBy.name}, <When iso={entry.editedAt} exact />
                  </span>
                </li>
              ) : 'event' in entry ? (
                <Left key={`delivery ${entry.id}`} delivery={entry} />
              ) : (
                <li key={`decision ${entry.id}`}>
                  <strong>{text('workspace.record.decided_as', { decision: entry.decision })}</strong>
                  {entry.reason ? <span>{entry.reason}</span> : null}
                  {entry.failedChecks.length > 0 ? (
                    <span>
                      {text('workspace.record.decided_despite', {
                        fields: new Intl.ListFormat(locale).format(
                          entry.failedChecks.map((check) => labelOf(check.split(': ')[0] ?? '')),
                        ),
                      })}
                    </span>
                  ) : null}
                  <span className={classes.dim}>
                    {entry.decidedBy ? `${entry.decidedBy.name}, ` : ''}
                    <When iso={entry.decidedAt} exact />
                  </span>
                </li>
              ),
            )}
            {answer.value.alsoRead.map((twin) => (
              <li key={`${twin.plugin} ${twin.text}`}>
                <span>
                  <FormattedText
                    id="workspace.record.also_read"
                    values={{ plugin: twin.plugin, type: twin.type, raw: twin.text }}
                  />
                </span>
              </li>
            ))}
            <li>
              <span>
                {text('workspace.record.made_by_plugin', {
                  plugin: record.plugin,
                  version: record.pluginVersion,
                })}
              </span>
              <span className={classes.dim}>
                <When iso={record.createdAt} exact />
              </span>
            </li>
          </ol>
        ) : null}
      </Popover.Dropdown>
    </Popover>
  );
}

/** It went to a target, could not, or waits to; the name leads to the delivery for those who may see it. */
function Left({ delivery: { id, targetId, targetName, event, state, failure, at } }: { delivery: Delivery }) {
  const text = useText();
  const isOver = state === 'delivered' || state === 'failed' || state === 'skipped';
  return (
    <li>
      <strong>
        {text('workspace.record.left_as', {
          event: eventName(event),
          state: isOver ? state : undefined,
          target: targetName,
        })}
      </strong>
      {failure ? <span>{failure}</span> : null}
      <span className={classes.dim}>
        <When iso={at} exact />
        {targetId ? (
          <>
            {' · '}
            <Link to={`/settings/deliveries/${targetId}?delivery=${id}`}>
              {text('workspace.record.show_delivery')}
            </Link>
          </>
        ) : null}
      </span>
    </li>
  );
}

type Entry = RecordEdit | RecordDecision | Delivery;

/** Edits, decisions and deliveries, newest first. */
const inOrder = ({ edits, decisions, deliveries }: ShownHistory): Entry[] =>
  [...edits, ...decisions, ...deliveries].toSorted((a, b) => timeOf(b).localeCompare(timeOf(a)));

const timeOf = (entry: Entry): string =>
  'field' in entry ? entry.editedAt : 'event' in entry ? entry.at : entry.decidedAt;
