import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type CatalogueItem, listCatalogue } from '@readout/domain/plugins/list-catalogue';
import { type Permission, whyNot } from '@readout/domain/policy';
import { Form, Link } from 'react-router';
import { currentLocale } from '../../../../../server/request/locale.ts';
import { useAnswer } from '../../../../forms/use-answer.ts';
import classes from '../../../../plugins/plugins.module.css';
import { permissionsInWords } from '../../../../plugins/words.ts';
import { orProblemPage } from '../../../../problems/page-problem.ts';
import { requireMember } from '../../../../session.ts';
import { pageTitle } from '../../../../texts/page-title.ts';
import { Row, Text } from '../../../../ui/layout.tsx';
import page from '../../../../ui/page.module.css';
import settings from '../../../../ui/settings.module.css';
import { useText } from '../../../../ui/texts.tsx';
import { useFollowedField } from '../../../../ui/use-followed-field.ts';
import { Ask } from '../ask.tsx';
import { Outcome } from '../outcome.tsx';
import { changePlugin } from '../plugin-action.server.ts';
import { SamplePicture } from '../sample-picture.tsx';
import type { Route } from './+types/page';

const pageSize = 24;

const kinds = ['reader', 'connector', 'assistant'] as const;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, scope } = requireMember(context, request);
  const asked = new URL(request.url).searchParams;
  const search = asked.get('search')?.trim() ?? '';
  const offset = Math.min(Math.max(0, Number.parseInt(asked.get('offset') ?? '', 10) || 0), 100_000);
  const kind = kinds.find((each) => each === asked.get('kind')) ?? '';
  const may = whyNot(scope.actor, 'plugins.manage', currentLocale());
  return {
    ...(await orProblemPage(
      listCatalogue(
        { db: services.db.app },
        { scope, search, offset, limit: pageSize, locale: currentLocale(), ...(kind ? { kind } : {}) },
      ),
    )),
    search,
    kind,
    offset,
    may,
    isKeeper: may.roles.includes(scope.actor.role),
  };
}

export const action = ({ context, request }: Route.ActionArgs) => changePlugin({ context, request });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, 'settings.plugins.catalogue_title');

export default function Catalogue({ loaderData, actionData }: Route.ComponentProps) {
  const text = useText();
  const { items, total, search, kind, offset, may, isKeeper } = loaderData;
  const answer = useAnswer(actionData);
  const field = useFollowedField<HTMLInputElement>(search);
  const at = (from: number) =>
    `?${new URLSearchParams({ ...(search ? { search } : {}), ...(kind ? { kind } : {}), ...(from > 0 ? { offset: String(from) } : {}) })}`;
  return (
    <>
      <Text size={14} below={4}>
        <Link to="/settings/plugins">{text('settings.plugins.title')}</Link>
      </Text>
      <h1 className={page.title}>{text('settings.plugins.catalogue')}</h1>
      <p className={page.lead}>{text('settings.plugins.catalogue_lead')}</p>
      <Form role="search" className={classes.search}>
        <TextInput
          type="search"
          name="search"
          aria-label={text('settings.plugins.catalogue_search')}
          placeholder={text('settings.plugins.catalogue_example')}
          {...field}
          maxLength={200}
        />
        <NativeSelect
          name="kind"
          aria-label={text('settings.plugins.kind_label')}
          data={[
            { value: '', label: text('settings.plugins.kinds', { kind: 'all' }) },
            ...kinds.map((value) => ({ value, label: text('settings.plugins.kinds', { kind: value }) })),
          ]}
          defaultValue={kind}
          key={`kind ${kind}`}
          onChange={(event) => event.currentTarget.form?.requestSubmit()}
        />
        <Button type="submit" variant="default">
          {text('common.search')}
        </Button>
      </Form>
      <Outcome answer={answer} />
      <Text size={14} tone="dim" above={16} isBroken role="status">
        {items.length > 0
          ? text('settings.plugins.count', { count: total })
          : search
            ? text('settings.plugins.none_named', { kind: kind ? 'one' : undefined, search })
            : kind
              ? text('settings.plugins.none_of_kind')
              : offset > 0
                ? text('settings.plugins.nothing_more')
                : text('settings.plugins.catalogue_empty')}
        {items.length === 0 && (search || kind) ? (
          <>
            {' '}
            <Link to="?">{text('settings.plugins.show_everything')}</Link>
          </>
        ) : null}
      </Text>
      <ul className={classes.cards}>
        {items.map((item) => (
          <Card key={`${item.source} ${item.plugin}`} item={item} may={may} isKeeper={isKeeper} />
        ))}
      </ul>
      {offset > 0 || offset + items.length < total ? (
        <Row
          as="nav"
          gap="4px 20px"
          size={14}
          above={12}
          aria-label={text('settings.plugins.catalogue_pages')}
        >
          {offset > 0 ? (
            <Link to={at(Math.max(0, offset - pageSize))}>{text('settings.plugins.previous_page')}</Link>
          ) : null}
          {offset + items.length < total ? (
            <Link to={at(offset + pageSize)}>{text('settings.plugins.next_page')}</Link>
          ) : null}
        </Row>
      ) : null}
    </>
  );
}

function Card({ item, may, isKeeper }: { item: CatalogueItem; may: Permission; isKeeper: boolean }) {
  const text = useText();
  const fields = item.records.flatMap((record) => record.fields);
  const { accuracy } = item;
  const [permission] = permissionsInWords({ ...item, permissions: { hosts: item.hosts } }, text);
  return (
    <li className={classes.card}>
      <SamplePicture plugin={item.plugin} source={item.source} version={item.version} fields={fields} />
      <div className={classes.cardText}>
        <div className={classes.head}>
          <h2>
            <Link to={`/settings/plugins/${item.plugin}`} dir="auto">
              {item.name}
            </Link>
          </h2>
          <Text as="span" size={12} tone="dim" isMono isBroken>
            {item.version}
          </Text>
          {item.kind === 'reader' ? null : (
            <span className={classes.state}>{text('settings.plugins.kind', { kind: item.kind })}</span>
          )}
        </div>
        <Text size={13} tone="dim" above={2} isLong isBroken dir="auto">
          {item.description}
        </Text>
        <Text size={13} tone="dim" above={2} isLong isBroken>
          {accuracy && accuracy.fixtures > 0
            ? text('settings.plugins.right_on', { passed: accuracy.passed, fixtures: accuracy.fixtures })
            : text('settings.plugins.not_measured')}
          {' · '}
          {permission}
          {' · '}
          {item.publisher}
        </Text>
        <Step item={item} may={may} isKeeper={isKeeper} />
      </div>
    </li>
  );
}

/** What comes next for this one: nothing, installing, or asking for it. */
function Step({ item, may, isKeeper }: { item: CatalogueItem; may: Permission; isKeeper: boolean }) {
  const text = useText();
  if (item.blocked)
    return (
      <p className={classes.blocked}>{text('settings.plugins.blocked', { reason: item.blocked.reason })}</p>
    );
  if (item.installedVersion)
    return (
      <p className={classes.step}>
        <span className={classes.state} data-on="true">
          {text('settings.plugins.installed')}
        </span>
        {item.installedVersion === item.version ? null : (
          <Text as="span" size={12} tone="dim" isMono isBroken>
            {text('settings.plugins.installed_as', { version: item.installedVersion })}
          </Text>
        )}
      </p>
    );
  if (item.kind !== 'reader')
    return (
      <p className={classes.reserved}>
        {text('settings.plugins.only_readers')} <code>plugin.kind_not_available</code>
      </p>
    );
  if (isKeeper)
    return (
      <Form method="post" preventScrollReset className={classes.step}>
        <input type="hidden" name="plugin" value={item.plugin} />
        <input type="hidden" name="source" value={item.source} />
        <input type="hidden" name="version" value={item.version} />
        <Button
          type="submit"
          name="intent"
          value="install"
          size="xs"
          disabled={!may.allowed}
          title={may.allowed ? undefined : may.sentence}
          aria-label={text('settings.plugins.install_named', { name: item.name })}
        >
          {text('settings.plugins.install')}
        </Button>
      </Form>
    );
  if (item.isRequested) return <Ask plugin={item.plugin} isRequested />;
  return (
    <details className={settings.unfold}>
      <summary>{text('settings.plugins.ask_for', { name: item.name })}</summary>
      <Ask plugin={item.plugin} isRequested={false} />
    </details>
  );
}
