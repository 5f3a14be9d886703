import { Button, TextInput } from '@mantine/core';
import type { PluginRequest } from '@readout/domain/plugins/list-plugin-requests';
import { Form, Link } from 'react-router';
import page from '../../../ui/page.module.css';
import settings from '../../../ui/settings.module.css';
import { useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';

interface Props {
  requests: PluginRequest[];
  /** Decides everybody's; else these are one's own. */
  mayDecide: boolean;
}

/** What members asked for; nothing where nobody did. */
export function RequestsSection({ requests, mayDecide }: Props) {
  const text = useText();
  const shown = mayDecide ? requests.filter((each) => each.decision === null) : requests;
  if (shown.length === 0) return null;
  return (
    <section className={page.section} aria-labelledby="requests">
      <h2 id="requests" className={page.sectionTitle}>
        {text(mayDecide ? 'settings.plugins.asked_by_members' : 'settings.plugins.you_asked')}
      </h2>
      <ul className={settings.rows}>
        {shown.map((request) => (
          <li key={request.id}>
            <div className={settings.what}>
              <Link to={`/settings/plugins/${request.plugin}`}>{request.name}</Link>
              {request.note ? `: ${request.note}` : ''}
              <small>
                {mayDecide ? `${request.requestedBy.name}, ` : ''}
                <When iso={request.createdAt} />
                {request.decision
                  ? `, ${text('settings.plugins.decision', { decision: request.decision })}`
                  : mayDecide
                    ? ''
                    : `, ${text('settings.plugins.not_decided')}`}
                {request.decisionNote ? `: ${request.decisionNote}` : ''}
              </small>
            </div>
            {mayDecide ? (
              <Form method="post" preventScrollReset className={settings.inline}>
                <input type="hidden" name="plugin" value={request.plugin} />
                <input type="hidden" name="request" value={request.id} />
                <TextInput
                  name="note"
                  size="xs"
                  maxLength={500}
                  placeholder={text('settings.plugins.why_not')}
                  aria-label={text('settings.plugins.why_declined', { name: request.name })}
                />
                <Button type="submit" name="intent" value="decline-request" variant="default" size="xs">
                  {text('settings.plugins.decline')}
                </Button>
                <Button type="submit" name="intent" value="accept-request" size="xs">
                  {text('settings.plugins.install')}
                </Button>
              </Form>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
