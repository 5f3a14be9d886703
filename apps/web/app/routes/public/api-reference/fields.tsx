import classes from './api-reference.module.css';
import type { Field, TypeWords } from './reference.ts';

/** Members of an object, or parameters, each with its own members below it. */
export function Fields({ fields }: { fields: (Field & { place?: string })[] }) {
  return (
    <dl className={classes.fields}>
      {fields.map(({ name, type, isRequired, isPreview, description, bounds, fields: inner, place }) => (
        <div key={`${place ?? ''} ${name}`}>
          <dt>
            <code>{name}</code>
            <span>
              <Type {...type} />
              {place ? `, in the ${place}` : ''}
              {isRequired ? '' : ', optional'}
            </span>
            {isPreview ? <span className={classes.preview}>preview</span> : null}
          </dt>
          <dd>
            <Words text={[description, bounds].filter(Boolean).join(' ')} />
            {inner.length > 0 ? (
              <details>
                <summary>{inner.map((each) => each.name).join(', ')}</summary>
                <Fields fields={inner} />
              </details>
            ) : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A type whose schema leads to where it is described. */
export function Type({ before, schema, after }: TypeWords) {
  return (
    <>
      {before}
      {schema === null ? null : <a href={`#schema-${schema}`}>{schema}</a>}
      {after}
    </>
  );
}

/** A sentence in which what stands between backticks is code. */
export function Words({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which does not change
    index % 2 === 1 ? <code key={index}>{part}</code> : part,
  );
}
