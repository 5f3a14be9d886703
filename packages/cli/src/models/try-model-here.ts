import type { ModelFolder } from '@readout/image-reader/added-models';
import { bundledReaders, type TrialReport, tryModel } from '@readout/model-trial';
import type { JsonValue } from '@readout/plugin-kit';
import { loadFirstPartyPlugins } from '@readout/plugin-sandbox/node';
import { visible } from '../format-table.ts';
import { milliseconds } from '../format-units.ts';
import { say } from '../say.ts';
import { showProgress } from '../show-progress.ts';
import { openStore } from '../store/open-store.ts';
import { withInstallation } from '../store/with-installation.ts';
import type { ModelsCommand } from './models-arguments.ts';
import { named } from './role-in-words.ts';

/** Changed lines that are shown to a person. */
const shownLines = 200;

/**
 * Says what would change if one more model read.
 *
 * @throws ModelError, CommandError
 */
export async function tryModelHere(
  models: ModelFolder,
  { model, limit, company, json }: Extract<ModelsCommand, { name: 'try' }>,
  print: (text: string) => Promise<void>,
): Promise<void> {
  await withInstallation(async (installation) => {
    const { client } = installation;
    const store = await openStore(installation);
    const bundled = await loadFirstPartyPlugins();
    const progress = showProgress<{ done: number; of: number }>((values) =>
      say('cli.models.try_progress', values),
    );
    /** An object for programs, a sentence for people. */
    const tell = async (kind: string, found: { captureId: string }, inWords: () => string) => {
      progress.clear();
      await print(json ? JSON.stringify({ kind, ...found }) : visible(inWords()));
    };
    let lines = 0;
    const report = await tryModel(
      { client, store, models, readersOf: bundledReaders(client, bundled) },
      { name: model, limit, companyId: company },
      {
        onProgress: progress.show,
        async onLine(line) {
          if (++lines > shownLines && !json) return;
          const { captureId: capture, from, to } = line;
          const inWords = (text: string | null) => text ?? say('cli.models.try_nothing_there');
          await tell('line', line, () =>
            say('cli.models.try_line', { capture, from: inWords(from), to: inWords(to) }),
          );
        },
        onField: (found) =>
          tell('field', found, () =>
            say('cli.models.try_field', {
              capture: found.captureId,
              reader: found.reader,
              field: found.field,
              from: valueInWords(found.from),
              to: valueInWords(found.to),
              becomes: found.becomes === 'right' ? 'right' : undefined,
              confirmed: valueInWords(found.confirmed),
            }),
          ),
        onFailure: (failure) =>
          tell('failure', failure, () =>
            say('cli.models.try_failed', {
              capture: failure.captureId,
              with: failure.with === 'now' ? 'now' : undefined,
              code: failure.code,
            }),
          ),
      },
    ).finally(progress.clear);
    if (json) await print(JSON.stringify({ kind: 'summary', ...report }));
    else await print(summaryInWords(report, Math.max(0, lines - shownLines)));
  });
}

const valueInWords = (value: JsonValue | undefined): string =>
  value === undefined
    ? say('cli.models.try_nothing_there')
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);

function summaryInWords(report: TrialReport, moreLines: number): string {
  const { model, role, instead, captures, lines, pageMs, fields, recordsLeftOut } = report;
  const { compared, failed, notReached } = captures;
  if (compared + failed + notReached === 0) return say('cli.models.try_none');
  return [
    ...(moreLines > 0 ? [say('cli.models.try_more_lines', { count: moreLines })] : []),
    say('cli.models.try_compared', {
      model,
      role: named(role),
      instead,
      captures: compared,
      lines: lines.compared,
      changed: lines.changed,
      now: milliseconds(pageMs.now),
      tried: milliseconds(pageMs.tried),
    }),
    ...fields.map(({ reader, field, ...tally }) =>
      visible(
        say('cli.models.try_tally', {
          reader,
          field,
          becomes_right: tally.becomesRight,
          becomes_wrong: tally.becomesWrong,
          stays_right: tally.staysRight,
          stays_wrong: tally.staysWrong,
        }),
      ),
    ),
    ...(failed > 0 ? [say('cli.models.try_unread', { count: failed })] : []),
    ...(notReached > 0 ? [say('cli.models.try_not_reached', { count: notReached })] : []),
    ...(recordsLeftOut > 0 ? [say('cli.models.try_left_out', { count: recordsLeftOut })] : []),
  ].join('\n');
}
