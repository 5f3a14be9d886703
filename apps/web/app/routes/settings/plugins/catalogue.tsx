import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type CatalogueItem, listCatalogue } from '@readout/domain/plugins/list-catalogue';
import { type Permission, whyNot } from '@readout/domain/policy';
import { Form, Link } from 'react-router';
import { requireMember } from '../../../session.ts';
import { plural } from '../../../ui/numbers.ts';
import page from '../../../ui/page.module.css';
import { useAnswer } from '../../../ui/use-answer.ts';
import { useFollowedField } from '../../../ui/use-followed-field.ts';
import { orProblemPage } from '../../app/page-problem.ts';
import settings from '../settings.module.css';
import type { Route } from './+types/catalogue';
import { Ask } from './ask.tsx';
import { Outcome } from './outcome.tsx';
import { changePlugin } from './plugin-action.server.ts';
import classes from './plugins.module.css';
import { SamplePicture } from './sample-picture.tsx';
import { kindInWords, permissionsInWords } from './words.ts';

const pageSize = 24;

const kinds = [
  { value: '', label: 'All kinds' },
  { value: 'reader', label: 'Readers' },
  { value: 'connector', label: 'Connectors' },
  { value: 'assistant', label: 'Assistants' },
] as const;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, scope } = requireMember(context, request);
  const asked = new URL(request.url).searchParams;
  const search = asked.get('search')?.trim() ?? '';
  const offset = Math.min(Math.max(0, Number.parseInt(asked.get('offset') ?? '', 10) || 0), 100_000);
  const kind = kinds.find(({ value }) => value === asked.get('kind'))?.value ?? '';
  const may = whyNot(scope.actor, 'plugins.manage');
  return {
    ...(await orProblemPage(
      listCatalogue(
        { db: services.db.app },
        { scope, search, offset, limit: pageSize, ...(kind ? { kind } : {}) },
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

export const meta: Route.MetaFunction = () => [{ title: 'Plugin catalogue · Readout' }];

export default function Catalogue({ loaderData, actionData }: Route.ComponentProps) {
  const { items, total, search, kind, offset, may, isKeeper } = loaderData;
  const answer = useAnswer(actionData);
  const field = useFollowedField<HTMLInputElement>(search);
  const at = (from: number) =>
    `?${new URLSearchParams({ ...(search ? { search } : {}), ...(kind ? { kind } : {}), ...(from > 0 ? { offset: String(from) } : {}) })}`;
  return (
    <>
      <p className={classes.back}>
        <Link to="/settings/plugins">Plugins</Link>
      </p>
      <h1 className={page.title}>Catalogue</h1>
      <p className={page.lead}>
        Everything your company can install: its own plugins first, then those everybody can have. The frames
        show what each one is to read of a sample.
      </p>
      <Form role="search" className={classes.search}>
        <TextInput
          type="search"
          name="search"
          aria-label="Search the catalogue"
          placeholder="Invoice, serial number, barcode"
          {...field}
          maxLength={200}
        />
        <NativeSelect
          name="kind"
          aria-label="Kind"
          data={kinds}
          defaultValue={kind}
          key={`kind ${kind}`}
          onChange={(event) => event.currentTarget.form?.requestSubmit()}
        />
        <Button type="submit" variant="default">
          Search
        </Button>
      </Form>
      <Outcome answer={answer} />
      <p className={classes.count} role="status">
        {items.length > 0
          ? plural(total, 'plugin')
          : search
            ? `Nothing ${kind ? 'of this kind ' : ''}in the catalogue has “${search}” in its name, description or fields.`
            : kind
              ? 'There is nothing of this kind in the catalogue yet.'
              : offset > 0
                ? 'There is nothing more.'
                : 'The catalogue is empty.'}
        {items.length === 0 && (search || kind) ? (
          <>
            {' '}
            <Link to="?">Show everything</Link>
          </>
        ) : null}
      </p>
      <ul className={classes.cards}>
        {items.map((item) => (
          <Card key={`${item.source} ${item.plugin}`} item={item} may={may} isKeeper={isKeeper} />
        ))}
      </ul>
      {offset > 0 || offset + items.length < total ? (
        <nav className={classes.more} aria-label="Pages of the catalogue">
          {offset > 0 ? <Link to={at(Math.max(0, offset - pageSize))}>Previous page</Link> : null}
          {offset + items.length < total ? <Link to={at(offset + pageSize)}>Next page</Link> : null}
        </nav>
      ) : null}
    </>
  );
}

function Card({ item, may, isKeeper }: { item: CatalogueItem; may: Permission; isKeeper: boolean }) {
  const fields = item.records.flatMap((record) => record.fields);
  const { accuracy } = item;
  const [permission] = permissionsInWords({ ...item, permissions: { hosts: item.hosts } });
  return (
    <li className={classes.card}>
      <SamplePicture plugin={item.plugin} source={item.source} version={item.version} fields={fields} />
      <div className={classes.cardText}>
        <div className={classes.head}>
          <h2>
            <Link to={`/settings/plugins/${item.plugin}`}>{item.name}</Link>
          </h2>
          <span className={classes.version}>{item.version}</span>
          {item.kind === 'reader' ? null : <span className={classes.state}>{kindInWords(item.kind)}</span>}
        </div>
        <p className={classes.facts}>{item.description}</p>
        <p className={classes.facts}>
          {accuracy && accuracy.fixtures > 0
            ? `Right on ${accuracy.passed} of ${accuracy.fixtures} fixtures`
            : 'Not measured on fixtures'}
          {' · '}
          {permission}
          {' · '}
          {item.publisher}
        </p>
        <Step item={item} may={may} isKeeper={isKeeper} />
      </div>
    </li>
  );
}

/** What comes next for this one: nothing, installing, or asking for it. */
function Step({ item, may, isKeeper }: { item: CatalogueItem; may: Permission; isKeeper: boolean }) {
  if (item.blocked) return <p className={classes.blocked}>Blocked: {item.blocked.reason}</p>;
  if (item.installedVersion)
    return (
      <p className={classes.step}>
        <span className={classes.state} data-on="true">
          Installed
        </span>
        {item.installedVersion === item.version ? null : (
          <span className={classes.version}>as {item.installedVersion}</span>
        )}
      </p>
    );
  if (item.kind !== 'reader')
    return (
      <p className={classes.reserved}>
        Only readers can be installed until Readout delivers to other systems.{' '}
        <code>plugin.kind_not_available</code>
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
          aria-label={`Install ${item.name}`}
        >
          Install
        </Button>
      </Form>
    );
  if (item.isRequested) return <Ask plugin={item.plugin} isRequested />;
  return (
    <details className={settings.unfold}>
      <summary>Ask for {item.name}</summary>
      <Ask plugin={item.plugin} isRequested={false} />
    </details>
  );
}
