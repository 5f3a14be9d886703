import type { PackageContent } from '@readout/plugin-kit/package';
import { hideRegions, wordsIn } from './hide-regions.ts';
import type { FixtureOutcome, SubmissionMaker } from './rules.ts';
import type { StoredFixture } from './submission-rows.ts';

/** Words that are told of; more say nothing new. */
const maxStillIn = 8;

type Tried = Pick<StoredFixture, 'name' | 'input' | 'expected' | 'leaves' | 'regions'>;

/**
 * Hides the regions of fixtures (nothing of those that stay) and runs the version on what is left.
 * @param adapts whether what the version makes of what is left is taken for right
 * @throws AppError `submission.run_failed`
 */
export async function tryFixtures(
  submissions: SubmissionMaker,
  content: PackageContent,
  fixtures: readonly Tried[],
  { companyId, adapts = false }: { companyId: string; adapts?: boolean },
): Promise<FixtureOutcome[]> {
  const redacted = fixtures.map(({ input, expected, leaves, regions }) =>
    hideRegions({ input, expected }, leaves === 'private' ? [] : regions),
  );
  const runs = await submissions.run(content, redacted, companyId);
  return fixtures.map((fixture, index) => {
    const { input, expected, hidden, hiddenWords, repeated } = redacted[index]!;
    const run = runs[index]!;
    const isAdapted = adapts && run.made !== null && !run.passed;
    return {
      input,
      expected: isAdapted ? run.made! : expected,
      isAdapted,
      hidden: {
        ...hidden,
        stillIn: [...repeated, ...elsewhere(hiddenWords, fixture, content)].slice(0, maxStillIn),
      },
      ...run,
      ...(isAdapted ? { differences: [], passed: true } : {}),
    };
  });
}

/** Hidden words in what else leaves. */
function elsewhere(words: readonly string[], { name, input }: Tried, content: PackageContent) {
  const places = [
    { where: 'its name', text: name },
    { where: 'its settings', text: JSON.stringify(input.settings) },
    { where: 'the README', text: content.readme },
    { where: 'the manifest', text: JSON.stringify(content.manifest) },
    content.template === undefined
      ? { where: 'the program', text: content.source }
      : { where: 'the template', text: JSON.stringify(content.template) },
  ];
  return places.flatMap(({ where, text }) => wordsIn(text, words).map((word) => ({ word, where })));
}
