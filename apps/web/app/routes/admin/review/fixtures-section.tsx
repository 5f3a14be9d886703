import { Button } from '@mantine/core';
import type { Review, ReviewedFixture } from '@readout/domain/platform/review/get-review';
import type { Difference, ExpectedRecord } from '@readout/plugin-kit/expectation';
import type { Manifest } from '@readout/plugin-kit/manifest';
import { useState } from 'react';
import { plural } from '../../../ui/numbers.ts';
import page from '../../../ui/page.module.css';
import { useText } from '../../../ui/texts.tsx';
import { inWords } from '../../settings/studio/difference-words.ts';
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
        Fixtures
      </h2>
      <p className={classes.explained}>
        {fixtures.length === 0
          ? 'It comes without fixtures.'
          : `${plural(fixtures.length, 'fixture travels', 'fixtures travel')} with it, as shown here. ${unknown > 0 ? 'Not run yet.' : wrong === 0 ? 'All come out as they should.' : `${wrong} come out otherwise.`}`}
        {previous && fixtures.length > 0 && unknown === 0
          ? ` Beside ${previous.version}: ${better} come out right now that did not, ${worse} did and do not any more.`
          : ''}
        {privateResults
          ? ` The publisher keeps ${plural(privateResults.fixtures, 'more fixture')} to itself: ${privateResults.passed} passed, ${privateResults.failed} failed, as it reports.`
          : ' The publisher keeps none to itself.'}
      </p>
      <ul className={classes.fixtures}>
        {shown.map((fixture) => (
          <FixtureCard
            key={fixture.index}
            fixture={fixture}
            manifest={manifest}
            picture={`${address}/picture/${fixture.index}?run=${run}`}
            previousVersion={previous?.version}
          />
        ))}
      </ul>
      {sorted.length > shown.length ? (
        <Button variant="default" onClick={() => setIsWhole(true)}>
          Show all {sorted.length}
        </Button>
      ) : null}
    </section>
  );
}

const standings = {
  right: { tone: 'signal', word: 'as it should be' },
  wrong: { tone: 'alarm', word: 'otherwise' },
  unknown: { tone: 'plain', word: 'not run yet' },
} as const;

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
  const { name, hasPicture, texts, items, expected, result } = fixture;
  const standing = standingOf(fixture);
  const { tone, word } = standings[standing];
  const change = changeOf(fixture);
  return (
    <li className={classes.fixture}>
      <figure>
        <a href={picture} target="_blank" rel="noreferrer">
          <img src={picture} alt={`Fixture “${name}”, with frames around what was read`} loading="lazy" />
        </a>
        <figcaption>
          {hasPicture ? 'Picture and text are published.' : 'Drawn from its text: no picture is published.'}
        </figcaption>
      </figure>
      <div className={classes.fixtureText}>
        <h3 dir="auto">
          {name}{' '}
          <span className={classes.state} data-tone={tone}>
            {word}
          </span>
        </h3>
        {result?.failure ? <p className={classes.problem}>{result.failure}</p> : null}
        {result && result.differences.length > 0 ? (
          <Differences differences={result.differences} />
        ) : (
          <Records records={expected} manifest={manifest} />
        )}
        <p className={classes.aside}>
          {result
            ? result.applies
              ? `${result.ticks ?? '–'} ${result.ticks === 1 ? 'tick' : 'ticks'}, ${result.ms.toFixed(1)} ms`
              : 'Not run: its manifest says that this page is not for it'
            : null}
          {change === null || previousVersion === undefined
            ? null
            : change === 'same'
              ? `; ${previousVersion} comes to the same`
              : change === 'better'
                ? `; ${previousVersion} got it wrong`
                : `; ${previousVersion} got it right`}
        </p>
        <details className={classes.texts}>
          <summary>Text that is published with it</summary>
          <ol>
            {texts.map((text, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes order
              <li key={index} dir="auto">
                {text}
              </li>
            ))}
          </ol>
          {items > texts.length ? <p>And {items - texts.length} more.</p> : null}
        </details>
      </div>
    </li>
  );
}

function Differences({ differences }: { differences: readonly Difference[] }) {
  const text = useText();
  return (
    <div className={classes.scroll}>
      <table className={classes.values}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Should be</th>
            <th scope="col">Came out</th>
          </tr>
        </thead>
        <tbody>
          {differences
            .map((each) => inWords(each, text))
            .map(({ what, expected, actual }) => (
              <tr key={what}>
                <th scope="row">{what}</th>
                <td dir="auto">{expected ?? <em>nothing</em>}</td>
                <td dir="auto" data-is="wrong">
                  {actual ?? <em>nothing</em>}
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}

function Records({ records, manifest }: { records: readonly ExpectedRecord[]; manifest: Manifest }) {
  if (records.length === 0) return <p className={classes.explained}>No record: it has to decline.</p>;
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
