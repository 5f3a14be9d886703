import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import {
  type AuditReport,
  type BreachReason,
  type ChainHead,
  type ChainLink,
  installationChain,
  listChains,
  verifyAudit,
  verifyChain,
} from '@readout/database';
import { moment } from '../format-units.ts';
import { CommandError, cannotRead } from '../plugin/command-error.ts';
import { say } from '../say.ts';
import { withInstallation } from '../store/with-installation.ts';
import type { AuditCommand } from './audit-arguments.ts';

/**
 * @param print writes a line to stdout
 * @returns whether every chain holds
 * @throws CommandError where something cannot be read
 */
export async function runAuditCommand(
  command: AuditCommand,
  print: (text: string) => Promise<void>,
): Promise<boolean> {
  if (command.name === 'help') {
    await print(say('cli.audit.help'));
    return true;
  }
  const kept = command.expect === undefined ? [] : await readHeads(command.expect);
  let isWhole = true;
  const found = new Set<string>();
  const tell = async (report: Report) => {
    found.add(report.company);
    if (command.head) await print(headLine(report.head));
    else for (const line of reportLines(report)) await print(line);
    if (!report.breach) return;
    isWhole = false;
    process.stderr.write(`${breachLine(report)}\n`);
  };
  if (command.files.length > 0)
    for await (const report of verifyFiles(command.files, kept)) await tell(report);
  else
    await withInstallation(async ({ client }) => {
      for (const chain of await listChains(client))
        await tell(
          await verifyAudit(
            client,
            chain,
            kept.filter(({ company }) => company === chain),
          ),
        );
    });
  for (const { company } of kept)
    if (!found.has(company)) {
      isWhole = false;
      process.stderr.write(`${say('cli.audit.no_chain', { chain: nameOf(company) })}\n`);
    }
  return isWhole;
}

type Report = Pick<
  AuditReport,
  'company' | 'links' | 'head' | 'breach' | 'erasedOn' | 'leftOut' | 'headsFound'
> & {
  waiting?: number;
};

/** How far back events that a stream sent a second time are known again. */
const rememberedLinks = 2000;

/** A file holds one chain, as it is downloaded, or those of a stream, mixed and with events that came twice. */
async function* verifyFiles(files: string[], kept: ChainHead[]): AsyncGenerator<Report> {
  for (const file of files) {
    const chains = new Map<string, ReturnType<typeof verifyChainOfFile>>();
    for await (const link of readLinks(file)) {
      let chain = chains.get(link.company);
      if (!chain) {
        chain = verifyChainOfFile(
          link.company,
          kept.filter(({ company }) => company === link.company),
        );
        chains.set(link.company, chain);
      }
      chain.add(link);
    }
    if (chains.size === 0) throw new CommandError(say('cli.audit.no_event', { file }));
    for (const chain of chains.values()) yield chain.finish();
  }
}

function verifyChainOfFile(company: string, kept: ChainHead[]) {
  const chain = verifyChain(company);
  const bySeq = new Map(kept.map(({ seq, hash }) => [seq, hash]));
  const latest = new Map<number, string>();
  let changed: Report['breach'] = null;
  let headsFound = 0;
  const found = (seq: number, eventId: string | null, why: BreachReason) => {
    changed ??= { company, seq, eventId, why };
  };
  return {
    add(link: ChainLink): void {
      const { seq, hash, eventId } = link;
      const before = latest.get(seq);
      if (before !== undefined) {
        if (before !== hash) found(seq, eventId, { reason: 'twice' });
        return;
      }
      latest.set(seq, hash);
      if (latest.size > rememberedLinks) latest.delete(latest.keys().next().value as number);
      chain.add(link);
      const expected = bySeq.get(seq);
      bySeq.delete(seq);
      if (expected === hash) headsFound++;
      else if (expected !== undefined) found(seq, eventId, { reason: 'other_than_kept' });
    },
    finish(): Report {
      const report = chain.finish();
      const [missing] = bySeq.keys();
      if (missing !== undefined) found(missing, null, { reason: 'gone_since_kept' });
      return { ...report, breach: report.breach ?? changed, headsFound };
    },
  };
}

async function* readLinks(file: string): AsyncGenerator<ChainLink> {
  let number = 0;
  try {
    for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
      number++;
      if (line.trim() !== '') yield toLink(JSON.parse(line));
    }
  } catch (error) {
    const why = error instanceof SyntaxError ? say('cli.audit.not_a_link') : (error as Error).message;
    throw new CommandError(say('cli.audit.bad_line', { file, line: number, why }), { cause: error });
  }
}

function toLink(value: unknown): ChainLink {
  const link = value as Partial<ChainLink> | null;
  const isHalf = (half: unknown) =>
    typeof half === 'object' &&
    half !== null &&
    typeof (half as { commitment?: unknown }).commitment === 'string';
  if (
    typeof link?.company !== 'string' ||
    typeof link.seq !== 'number' ||
    typeof link.hash !== 'string' ||
    typeof link.previous !== 'string' ||
    !isHalf(link.who) ||
    !isHalf(link.what)
  )
    throw new SyntaxError();
  return link as ChainLink;
}

async function readHeads(file: string): Promise<ChainHead[]> {
  const text = await readFile(file, 'utf8').catch((cause: Error) => {
    throw cannotRead(file, cause);
  });
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, company, seq, hash] = /^([0-9a-f-]{36}) (\d+) ([0-9a-f]{64})$/.exec(line.trim()) ?? [];
      if (!company || !hash)
        throw new CommandError(say('cli.audit.bad_head', { file, line: line.slice(0, 80) }));
      return { company, seq: Number(seq), hash };
    });
}

const nameOf = (company: string) =>
  say('cli.audit.chain', company === installationChain ? { company: 'installation' } : { id: company });
const headLine = ({ company, seq, hash }: ChainHead) => `${company} ${seq} ${hash}`;

function reportLines(report: Report): string[] {
  const { company, links, head, erasedOn, leftOut, headsFound, waiting = 0, breach } = report;
  return [
    say('cli.audit.report', {
      chain: nameOf(company),
      events: links,
      head: head.hash,
      whole: breach ? 'no' : 'yes',
    }),
    ...[...erasedOn].map(([on, events]) => `  ${say('cli.audit.erased', { events, on: moment(on) })}`),
    ...(leftOut > 0 ? [`  ${say('cli.audit.left_out', { events: leftOut })}`] : []),
    ...(headsFound > 0 ? [`  ${say('cli.audit.heads_found', { heads: headsFound })}`] : []),
    ...(waiting > 0 ? [`  ${say('cli.audit.waiting', { events: waiting })}`] : []),
  ];
}

function breachLine({ company, breach }: Report): string {
  if (!breach) return '';
  return say('cli.audit.broken', {
    chain: nameOf(company),
    seq: breach.seq,
    id: breach.eventId ?? '',
    with_id: breach.eventId === null ? 'no' : 'yes',
    why: say('cli.audit.why', breach.why),
  });
}
