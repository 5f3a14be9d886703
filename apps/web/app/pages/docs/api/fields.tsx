import { Fragment, type ReactNode } from 'react';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import classes from './api-reference.module.css';
import type { Bound, Field, ParameterPlace, ValueType } from './reference.ts';

/** Members of an object, or parameters, each with its own members below it. */
export function Fields({ fields }: { fields: (Field & { place?: ParameterPlace })[] }) {
  const text = useText();
  return (
    <dl className={classes.fields}>
      {fields.map(({ name, type, isRequired, isPreview, description, bounds, fields: inner, place }) => (
        <div key={`${place ?? ''} ${name}`}>
          <dt>
            <code>{name}</code>
            <span>
              <FormattedText
                id="public.api.field"
                values={{
                  type: <Type type={type} />,
                  place: place ?? 'body',
                  need: isRequired ? 'required' : 'optional',
                }}
              />
            </span>
            {isPreview ? <span className={classes.preview}>{text('public.api.preview')}</span> : null}
          </dt>
          <dd>
            <About description={description} bounds={bounds} />
            {inner.length > 0 ? (
              <details>
                <summary lang="en">{inner.map((each) => each.name).join(', ')}</summary>
                <Fields fields={inner} />
              </details>
            ) : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What a value means, which the description says in English, and what it may be. */
export function About({ description, bounds }: { description: string; bounds: Bound[] }) {
  return (
    <>
      {description ? (
        <span lang="en">
          <Words text={description} />
        </span>
      ) : null}
      {bounds.map((bound) => (
        <Fragment key={bound.kind}>
          {' '}
          <BoundWords {...bound} />
        </Fragment>
      ))}
    </>
  );
}

function BoundWords(bound: Bound): ReactNode {
  switch (bound.kind) {
    case 'one_of':
      return <FormattedText id="public.api.one_of" values={{ values: <Codes values={bound.values} /> }} />;
    case 'always':
      return <FormattedText id="public.api.always" values={{ value: <code>{bound.value}</code> }} />;
    case 'usual':
      return <FormattedText id="public.api.usual" values={{ value: <code>{bound.value}</code> }} />;
    case 'range':
      return <FormattedText id="public.api.range" values={{ from: bound.from, to: bound.to }} />;
    case 'length':
      return <FormattedText id="public.api.length" values={{ most: bound.most }} />;
  }
}

const Codes = ({ values }: { values: string[] }): ReactNode =>
  values.map((value, index) => (
    <Fragment key={value}>
      {index === 0 ? null : ', '}
      <code>{value}</code>
    </Fragment>
  ));

/** A type whose schema leads to where it is described. */
export function Type({ type }: { type: ValueType }): ReactNode {
  switch (type.kind) {
    case 'plain':
      return <FormattedText id="public.api.type" values={{ type: type.name }} />;
    case 'schema':
      return <SchemaLink name={type.name} />;
    case 'list':
      return <FormattedText id="public.api.list_of" values={{ item: <Type type={type.of} /> }} />;
    case 'map':
      return <FormattedText id="public.api.map_of" values={{ item: <Type type={type.of} /> }} />;
    case 'either':
      return (
        <FormattedText
          id="public.api.either"
          values={{ first: <Type type={type.of[0]} />, second: <Type type={type.of[1]} /> }}
        />
      );
  }
}

export const SchemaLink = ({ name }: { name: string }) => (
  <a href={`#schema-${name}`} data-as-typed>
    {name}
  </a>
);

/** A sentence in which what stands between backticks is code. */
export function Words({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which does not change
    index % 2 === 1 ? <code key={index}>{part}</code> : part,
  );
}
