import { Link } from 'react-router';
import { pageMeta } from '../../../shell/page-meta.ts';
import type { ScriptsHandle } from '../../../shell/page-scripts.tsx';
import { localeOfMatches } from '../../../texts/page-title.ts';
import page from '../../../ui/page.module.css';
import { FormattedText, textsIn, useLocale, useText } from '../../../ui/texts.tsx';
import type { Route } from './+types/page';
import classes from './api-reference.module.css';
import { About, Fields, SchemaLink, Type, Words } from './fields.tsx';
import { reference } from './reference.server.ts';
import type { NamedSchema, Operation } from './reference.ts';

export function loader() {
  return reference;
}

export const handle: ScriptsHandle = { scripts: 'never' };

export const meta: Route.MetaFunction = ({ matches }) => {
  const text = textsIn(localeOfMatches(matches));
  return pageMeta(matches, {
    title: `${text('common.page_name', { page: 'reference' })} · Readout`,
    description: text('public.api.description'),
    path: '/docs/api',
    picture: 'og.png',
    pictureAlt: text('public.picture_alt'),
  });
};

export default function ApiReference({ loaderData }: Route.ComponentProps) {
  const { groups, schemas } = loaderData;
  const text = useText();
  const isEnglish = useLocale().startsWith('en');
  return (
    <div className={`${page.page} ${classes.page}`}>
      <div className={classes.intro}>
        <h1 className={page.title}>{text('common.page_name', { page: 'reference' })}</h1>
        <p className={page.lead}>
          <FormattedText
            id="public.api.lead"
            values={{ openapi: (inside) => <a href="/api/v1/openapi.json">{inside}</a> }}
          />
        </p>
        {isEnglish ? null : <p className={page.dim}>{text('public.in_english')}</p>}
        <p>
          <FormattedText
            id="public.api.key"
            values={{ keys: (inside) => <Link to="/settings/api-keys">{inside}</Link> }}
          />
        </p>
        <pre className={classes.example}>
          {
            'export READOUT=https://readout.example\nexport KEY=readout_…\ncurl -H "Authorization: Bearer $KEY" "$READOUT/api/v1/records"'
          }
        </pre>
        <p>
          <FormattedText
            id="public.api.refusals"
            values={{ problem: <SchemaLink name="Problem" />, preview: <Preview /> }}
          />
        </p>
      </div>
      <nav className={classes.contents} aria-label={text('public.api.operations')}>
        {groups.map(({ name, operations }) => (
          <div key={name}>
            <a href={`#${name}`} className={classes.group} lang="en">
              {name}
            </a>
            <ul lang="en">
              {operations.map(({ id, summary }) => (
                <li key={id}>
                  <a href={`#${id}`}>{summary}</a>
                </li>
              ))}
            </ul>
          </div>
        ))}
        <a href="#schemas" className={classes.group}>
          {text('public.api.schemas')}
        </a>
      </nav>
      <div className={classes.content}>
        {groups.map(({ name, description, operations }) => (
          <section key={name} id={name} aria-labelledby={`${name}-title`} className={classes.tag}>
            <h2 id={`${name}-title`} lang="en">
              {name}
            </h2>
            <p lang="en">
              <Words text={description} />
            </p>
            {operations.map((operation) => (
              <OperationPart key={operation.id} {...operation} />
            ))}
          </section>
        ))}
        <section id="schemas" aria-labelledby="schemas-title" className={classes.tag}>
          <h2 id="schemas-title">{text('public.api.schemas')}</h2>
          {schemas.map((schema) => (
            <SchemaPart key={schema.name} {...schema} />
          ))}
        </section>
      </div>
    </div>
  );
}

function OperationPart(operation: Operation) {
  const { id, method, path, summary, description, parameters, body, answers, example } = operation;
  const text = useText();
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={classes.operation}>
      <h3 id={`${id}-title`}>
        <span lang="en">{summary}</span> {operation.isPreview ? <Preview /> : null}
      </h3>
      <p className={classes.address}>
        <strong data-as-typed>{method}</strong> <code>{path}</code>
      </p>
      <p lang="en">
        <Words text={description} />
      </p>
      <p className={page.dim}>
        <WhoMayAsk {...operation} />
      </p>
      {parameters.length > 0 ? (
        <details className={classes.part}>
          <summary>
            {text('public.api.parameters')}{' '}
            <span data-as-typed>{parameters.map(({ name }) => name).join(', ')}</span>
          </summary>
          <Fields fields={parameters} />
        </details>
      ) : null}
      {body ? (
        <details className={classes.part}>
          <summary>
            {text('public.api.body')} <span data-as-typed>{body.mediaType}</span>
          </summary>
          {body.fields.length > 0 ? <Fields fields={body.fields} /> : <p>{text('public.api.bytes')}</p>}
        </details>
      ) : null}
      {answers.map(({ status, description: about, mediaTypes, type, fields }) => {
        const words = (
          <>
            <span className={classes.status}>{status}</span> <Words text={about} />
          </>
        );
        if (fields.length === 0)
          return (
            <p key={status} className={classes.flat} lang="en">
              {words} <span className={page.dim}>{mediaTypes.join(', ')}</span>
            </p>
          );
        return (
          <details key={status} className={classes.part}>
            <summary lang="en">{words}</summary>
            {type ? (
              <p className={classes.type}>
                <Type type={type} />
              </p>
            ) : null}
            <Fields fields={fields} />
          </details>
        );
      })}
      {example ? (
        <details className={classes.part}>
          <summary>
            {text('public.api.example')} <span data-as-typed>curl</span>
          </summary>
          <pre className={classes.example}>{example}</pre>
        </details>
      ) : null}
    </section>
  );
}

function WhoMayAsk({ who, scope }: Pick<Operation, 'who' | 'scope'>) {
  return (
    <FormattedText
      id="public.api.who"
      values={{ who, scope: <code className={classes.scope}>{scope}</code> }}
    />
  );
}

function SchemaPart({ name, type, description, bounds, isPreview, fields }: NamedSchema) {
  return (
    <details open id={`schema-${name}`} className={`${classes.part} ${classes.schema}`}>
      <summary>
        <code>{name}</code> {isPreview ? <Preview /> : null}
      </summary>
      {description || bounds.length > 0 ? (
        <p>
          <About description={description} bounds={bounds} />
        </p>
      ) : null}
      {fields.length > 0 ? (
        <Fields fields={fields} />
      ) : (
        <p className={classes.type}>
          <Type type={type} />
        </p>
      )}
    </details>
  );
}

const Preview = () => <span className={classes.preview}>{useText()('public.api.preview')}</span>;
