import { Button } from '@mantine/core';
import type { Review, ReviewedFixture } from '@readout/domain/platform/review/get-review';
import type { ExpectedRecord } from '@readout/plugin-kit/expectation';
import type { Manifest } from '@readout/plugin-kit/manifest';
import { useState } from 'react';
import { DifferenceTable } from '../../../../plugins/difference-table.tsx';
import { Stack, Text } from '../../../../ui/layout.tsx';
import page from '../../../../ui/page.module.css';
import { useText } from '../../../../ui/texts.tsx';
import classes from './review.module.css';

type Standing = 'right' | 'wrong' | 'unknown';

const standingOf = ({ result }: ReviewedFixture): Standing =>
  result === null
    ? 'unknown'
    : result.failure === null && result.differences.length === 0
      ? 'right'
      : 'wrong';

/** Right before and wrong now, or the other way around. */
function changeOf(fixture: ReviewedFixture): 'better' | 'worse' | 'same' | null {
  const before = fixture.result?.before;
  if (!before) return null;
  const wasRight = before.failure === null && before.differences.length === 0;
  const isRight = standingOf(fixture) === 'right';
  return wasRight === isRight ? 'same' : isRight ? 'better' : 'worse';
}

const shownAtFirst = 12;

/** What travels with the version, each with its picture and what came of it. */
export function FixturesSection({
  address,
  run,
  fixtures,
  manifest,
  previous,
  privateResults,
}: Pick<Review, 'previous' | 'privateResults'> & {
  address: string;
  run: string;
  fixtures: readonly ReviewedFixture[];
  manifest: Manifest;
}) {
  const text = useText();
  const [isWhole, setIsWhole] = useState(false);
  const order = { wrong: 0, unknown: 1, right: 2 };
  const sorted = fixtures.toSorted((a, b) => order[standingOf(a)] - order[standingOf(b)]);
  const shown = isWhole ? sorted : sorted.slice(0, shownAtFirst);
  const wrong = fixtures.filter((each) => standingOf(each) === 'wrong').length;
  const unknown = fixtures.filter((each) => standingOf(each) === 'unknown').length;
  const better = fixtures.filter((each) => changeOf(each) === 'better').length;
  const worse = fixtures.filter((each) => changeOf(each) === 'worse').length;
  return (
    <section className={page.section} id="fixtures" aria-labelledby="fixtures-heading">
      <h2 id="fixtures-heading" className={page.sectionTitle}>
        {text('operation.fixtures.title')}
      </h2>
      <p className={classes.explained}>
        {fixtures.length === 0
          ? text('operation.fixtures.none')
          : text('operation.fixtures.summary', {
              count: fixtures.length,
              outcome: unknown > 0 ? 'not_run' : wrong === 0 ? 'right' : 'wrong',
              wrong,
            })}
        {previous && fixtures.length > 0 && unknown === 0
          ? ` ${text('operation.fixtures.beside', { version: previous.version, better, worse })}`
          : ''}{' '}
        {privateResults
          ? text('operation.fixtures.private', {
              count: privateResults.fixtures,
              passed: privateResults.passed,
              failed: privateResults.failed,
            })
          : text('operation.fixtures.no_private')}
      </p>
      <Stack as="ul" gap={12} below={12}>
        {shown.map((fixture) => (
          <FixtureCard
            key={fixture.index}
            fixture={fixture}
            manifest={manifest}
            picture={`${address}/picture/${fixture.index}?run=${run}`}
            previousVersion={previous?.version}
          />
        ))}
      </Stack>
      {sorted.length > shown.length ? (
        <Button variant="default" onClick={() => setIsWhole(true)}>
          {text('operation.fixtures.show_all', { count: sorted.length })}
        </Button>
      ) : null}
    </section>
  );
}

const standingTones = { right: 'signal', wrong: 'alarm', unknown: 'plain' } as const;

function FixtureCard({
  fixture,
  manifest,
  picture,
  previousVersion,
}: {
  fixture: ReviewedFixture;
  manifest: Manifest;
  picture: string;
  previousVersion: string | undefined;
}) {
  const text = useText();
  const { name, hasPicture, texts, items, expected, result } = fixture;
  const standing = standingOf(fixture);
  const change = previousVersion === undefined ? null : changeOf(fixture);
  return (
    <li className={classes.fixture}>
      <figure>
        <a href={picture} target="_blank" rel="noreferrer">
          <img src={picture} alt={text('operation.fixtures.picture', { name })} loading="lazy" />
        </a>
        <figcaption>
          {text('operation.fixtures.published', { what: hasPicture ? 'picture' : 'text' })}
        </figcaption>
      </figure>
      <div className={classes.fixtureText}>
        <h3 dir="auto">
          {name}{' '}
          <span className={classes.state} data-tone={standingTones[standing]}>
            {text('operation.fixtures.standing', { standing })}
          </span>
        </h3>
        {result?.failure ? <p className={classes.problem}>{result.failure}</p> : null}
        {result && result.differences.length > 0 ? (
          <DifferenceTable differences={result.differences} />
        ) : (
          <Records records={expected} manifest={manifest} />
        )}
        <Text size={12} tone="dim" above={8}>
          {result
            ? text('operation.fixtures.run', {
                run: !result.applies ? 'not_run' : result.ticks === null ? 'time' : 'ticks',
                ticks: result.ticks ?? 0,
                ms: result.ms,
                change: change ?? 'none',
                version: previousVersion ?? '',
              })
            : null}
        </Text>
        <details className={classes.texts}>
          <summary>{text('operation.fixtures.text')}</summary>
          <ol>
            {texts.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes order
              <li key={index} dir="auto">
                {line}
              </li>
            ))}
          </ol>
          {items > texts.length ? (
            <p>{text('operation.fixtures.more', { count: items - texts.length })}</p>
          ) : null}
        </details>
      </div>
    </li>
  );
}

function Records({ records, manifest }: { records: readonly ExpectedRecord[]; manifest: Manifest }) {
  const text = useText();
  if (records.length === 0) return <p className={classes.explained}>{text('operation.fixtures.declines')}</p>;
  return (
    <div className={classes.scroll}>
      {records.map((record, index) => {
        const declared = manifest.records.find(({ type }) => type === record.type);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes order
          <table key={index} className={classes.values}>
            <caption>{declared?.label ?? record.type}</caption>
            <tbody>
              {Object.entries(record.fields).map(([name, { value }]) => (
                <tr key={name}>
                  <th scope="row">{declared?.fields.find((field) => field.name === name)?.label ?? name}</th>
                  <td dir="auto">{typeof value === 'string' ? value : JSON.stringify(value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        );
      })}
    </div>
  );
}
