import { Link } from 'react-router';
import type { ScriptsHandle } from '../../../shell/page-scripts.tsx';
import page from '../../../ui/page.module.css';
import { pageMeta } from '../page-meta.ts';
import type { Route } from './+types/page';
import classes from './api-reference.module.css';
import { Fields, Type, Words } from './fields.tsx';
import { reference } from './reference.server.ts';
import type { NamedSchema, Operation } from './reference.ts';

export function loader() {
  return reference;
}

export const handle: ScriptsHandle = { scripts: 'never' };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'API reference · Readout',
    description:
      'Every operation of the Readout API: sending captures, reading, correcting and confirming records, exports and watches.',
    path: '/docs/api',
    picture: 'og.png',
    pictureAlt: 'Readout beside a till receipt it reads',
  });

export default function ApiReference({ loaderData }: Route.ComponentProps) {
  const { groups, schemas } = loaderData;
  return (
    <div lang="en" className={`${page.page} ${classes.page}`}>
      <div className={classes.intro}>
        <h1 className={page.title}>API reference</h1>
        <p className={page.lead}>
          A picture in, a record out: what a program can ask this Readout. The same as{' '}
          <a href="/api/v1/openapi.json">OpenAPI 3.1</a>, for tools.
        </p>
        <p>
          Make a key under <Link to="/settings/api-keys">Settings → API keys</Link> and send it with every
          request. Each operation names the scope a key needs for it.
        </p>
        <pre className={classes.example}>
          {
            'export READOUT=https://readout.example\nexport KEY=readout_…\ncurl -H "Authorization: Bearer $KEY" "$READOUT/api/v1/records"'
          }
        </pre>
        <p>
          What is refused comes as a <SchemaLink name="Problem" /> (<code>application/problem+json</code>)
          with a permanent <code>code</code>, and on 429 and 503 with <code>Retry-After</code>. What is marked{' '}
          <Preview /> may change; everything else stays.
        </p>
      </div>
      <nav className={classes.contents} aria-label="Operations">
        {groups.map(({ name, operations }) => (
          <div key={name}>
            <a href={`#${name}`} className={classes.group}>
              {name}
            </a>
            <ul>
              {operations.map(({ id, summary }) => (
                <li key={id}>
                  <a href={`#${id}`}>{summary}</a>
                </li>
              ))}
            </ul>
          </div>
        ))}
        <a href="#schemas" className={classes.group}>
          Schemas
        </a>
      </nav>
      <div className={classes.content}>
        {groups.map(({ name, description, operations }) => (
          <section key={name} id={name} aria-labelledby={`${name}-title`} className={classes.tag}>
            <h2 id={`${name}-title`}>{name}</h2>
            <p>
              <Words text={description} />
            </p>
            {operations.map((operation) => (
              <OperationPart key={operation.id} {...operation} />
            ))}
          </section>
        ))}
        <section id="schemas" aria-labelledby="schemas-title" className={classes.tag}>
          <h2 id="schemas-title">Schemas</h2>
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
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={classes.operation}>
      <h3 id={`${id}-title`}>
        {summary} {operation.isPreview ? <Preview /> : null}
      </h3>
      <p className={classes.address}>
        <strong>{method}</strong> <code>{path}</code>
      </p>
      <p>
        <Words text={description} />
      </p>
      <p className={page.dim}>
        <WhoMayAsk {...operation} />
      </p>
      {parameters.length > 0 ? (
        <details className={classes.part}>
          <summary>
            Parameters <span>{parameters.map(({ name }) => name).join(', ')}</span>
          </summary>
          <Fields fields={parameters} />
        </details>
      ) : null}
      {body ? (
        <details className={classes.part}>
          <summary>
            Body <span>{body.mediaType}</span>
          </summary>
          {body.fields.length > 0 ? <Fields fields={body.fields} /> : <p>The bytes of the file.</p>}
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
            <p key={status} className={classes.flat}>
              {words} <span className={page.dim}>{mediaTypes.join(', ')}</span>
            </p>
          );
        return (
          <details key={status} className={classes.part}>
            <summary>{words}</summary>
            {type ? (
              <p className={classes.type}>
                <Type {...type} />
              </p>
            ) : null}
            <Fields fields={fields} />
          </details>
        );
      })}
      {example ? (
        <details className={classes.part}>
          <summary>
            Example <span>curl</span>
          </summary>
          <pre className={classes.example}>{example}</pre>
        </details>
      ) : null}
    </section>
  );
}

function WhoMayAsk({ who, scope }: Pick<Operation, 'who' | 'scope'>) {
  if (who === 'anybody') return 'For anybody, without a key.';
  if (who === 'session') return 'For people who are signed in; keys are refused.';
  return (
    <>
      Scope <code className={classes.scope}>{scope}</code>
      {who === 'key' ? ' · for keys alone' : ''}
    </>
  );
}

function SchemaPart({ name, type, description, isPreview, fields }: NamedSchema) {
  return (
    <details open id={`schema-${name}`} className={`${classes.part} ${classes.schema}`}>
      <summary>
        <code>{name}</code> {isPreview ? <Preview /> : null}
      </summary>
      {description ? (
        <p>
          <Words text={description} />
        </p>
      ) : null}
      {fields.length > 0 ? (
        <Fields fields={fields} />
      ) : (
        <p className={classes.type}>
          <Type {...type} />
        </p>
      )}
    </details>
  );
}

const SchemaLink = ({ name }: { name: string }) => <a href={`#schema-${name}`}>{name}</a>;
const Preview = () => <span className={classes.preview}>preview</span>;
