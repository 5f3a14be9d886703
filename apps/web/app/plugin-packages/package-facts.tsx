import type { ReactNode } from 'react';
import settings from '../ui/settings.module.css';
import { useText } from '../ui/texts.tsx';
import type { Inspected } from './inspect.ts';
import classes from './packages.module.css';

/** What is inside a package that was chosen, before anything of it is sent. `children`: what can be done with it. */
export function PackageFacts({
  fileName,
  inspected,
  children,
}: {
  fileName: string;
  inspected: Inspected;
  children: ReactNode;
}) {
  const text = useText();
  if (!inspected.facts)
    return (
      <section className={settings.section} aria-labelledby="package-holds">
        <h2 id="package-holds" dir="auto" className={classes.title}>
          {fileName}
        </h2>
        <p className={classes.refused} role="alert">
          {inspected.problem}
        </p>
      </section>
    );
  const { fixtures } = inspected;
  return (
    <section className={settings.section} aria-labelledby="package-holds">
      <h2 id="package-holds" dir="auto" className={classes.title}>
        {inspected.title}
      </h2>
      <p dir="auto">{inspected.description}</p>
      <dl className={classes.facts}>
        {inspected.facts.map(({ label, values }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto">
              {values.map((value) => (
                <div key={value}>{value}</div>
              ))}
            </dd>
          </div>
        ))}
        <div>
          <dt>{text('settings.packages.fixtures')}</dt>
          <dd>
            {fixtures.length === 0 ? (
              text('settings.packages.no_fixtures')
            ) : (
              <details>
                <summary>{fixtures.length}</summary>
                <ul className={classes.fixtures}>
                  {fixtures.map((name) => (
                    <li key={name} dir="auto">
                      {name}
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </dd>
        </div>
        <div>
          <dt>SHA-256</dt>
          <dd className={classes.key}>{inspected.sha256}</dd>
        </div>
      </dl>
      {children}
    </section>
  );
}
