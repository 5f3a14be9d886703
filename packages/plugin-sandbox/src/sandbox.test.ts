import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { note } from './hostile/hostile-case.ts';
import { limits } from './limits.ts';
import { type ConsoleLine, createSandbox, type LoadedPlugin, type Sandbox } from './node.ts';
import { input, plugin } from './probe-plugins.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({ maxCpuMs: 1_000 });
});
afterAll(() => sandbox.close());

describe('a plugin that behaves', () => {
  it('gets the reading and returns its records', () => {
    const run = sandbox.run(plugin(`return [${note('input.reading.lines[0].text + input.today')}]`), input);
    expect(run).toMatchObject({ ok: true, plugin: 'probe', version: '1.0.0' });
    expect(run.ok && run.records[0]?.fields.text?.value).toBe('Hello2026-03-05');
  });

  it('keeps nothing from one run to the next', () => {
    const counting = plugin(
      `globalThis.n = (globalThis.n ?? 0) + 1; Array.prototype.leak = 1; return [${note('String(n)')}]`,
    );
    for (let i = 0; i < 3; i++) {
      const run = sandbox.run(counting, input);
      expect(run.ok && run.records[0]?.fields.text?.value).toBe('1');
    }
    expect('leak' in []).toBe(false);
  });

  it('counts the same ticks every time, so that its limit is the same everywhere', () => {
    const busy = plugin(`let s = 0; for (let i = 0; i < 1e6; i++) s += i; return [${note('String(s)')}]`);
    const ticks = [1, 2, 3].map(() => {
      const run = sandbox.run(busy, input);
      return run.ok ? run.ticks : -1;
    });
    expect(ticks[0]).toBeGreaterThan(50);
    expect(new Set(ticks).size).toBe(1);
  });
});

describe('a hostile plugin', () => {
  it('that avoids the tick counter in native code is ended by the time it has a core for, and the next run works', async () => {
    const impatient = await createSandbox({ maxCpuMs: 200 });
    const run = impatient.run(plugin('for (;;) Array.prototype.indexOf.call({ length: 2 ** 50 }, 1)'), input);
    expect(run).toMatchObject({ ok: false, code: 'plugin.timed_out' });
    expect(impatient.run(plugin(`return [${note('"alive"')}]`), input).ok).toBe(true);
    await impatient.close();
  });

  it('leaves no memory behind over a thousand runs, good and bad', () => {
    const kinds = [
      plugin(`return [${note('"x".repeat(1000)')}]`),
      plugin('throw new Error("no")'),
      plugin('return "x".repeat(2 ** 28)'),
    ];
    const thousand = () => {
      for (let i = 0; i < 1000; i++) sandbox.run(kinds[i % 3]!, input);
      return process.memoryUsage().rss / 2 ** 20;
    };
    // What is left behind is left behind every time; the collector of the garbage takes its own.
    const sizes = Array.from({ length: 4 }, thousand);
    const growths = sizes.slice(1).map((size, index) => size - sizes[index]!);
    expect(Math.min(...growths)).toBeLessThan(10);
  });
});

describe('what a plugin writes', () => {
  const heard = (body: string) => {
    const lines: ConsoleLine[] = [];
    const run = sandbox.run(plugin(body), input, { console: (line) => lines.push(line) });
    return { run, lines };
  };

  it('is told in order, as text, also of a run that failed', () => {
    const { run, lines } = heard(
      `console.log('a', 1, { b: [2n] }, undefined); console.warn(new TypeError('no')); console.error(null); console.info(); missing()`,
    );
    expect(run).toMatchObject({ ok: false, code: 'plugin.threw' });
    expect(lines).toEqual([
      { level: 'log', text: 'a 1 {\n "b": [\n  "2"\n ]\n} undefined' },
      { level: 'warn', text: 'TypeError: no' },
      { level: 'error', text: 'null' },
      { level: 'info', text: '' },
    ]);
  });

  it('is bounded in lines and length, and nothing it is made of can break the run', () => {
    const { run, lines } = heard(`
      console.log('x'.repeat(1e6));
      console.log({ toJSON() { throw 1; } }, { get a() { throw 2; } }, Symbol('s'));
      const loop = {}; loop.loop = loop; console.log(loop);
      for (let i = 0; i < 1e4; i++) console.log(i); return [];`);
    expect(run.ok).toBe(true);
    expect(lines.length).toBeLessThanOrEqual(201);
    expect(lines[0]?.text).toHaveLength(2_000);
    expect(lines[1]?.text).toBe('(cannot be shown) (cannot be shown) Symbol(s)');
    expect(lines[2]?.text).toBe('(cannot be shown)');
  });

  it('costs the same ticks whether anybody listens or not, and is of that run alone', () => {
    const body = `for (let i = 0; i < 300; i++) console.log({ i, text: 'x'.repeat(100) }); return []`;
    const { run, lines } = heard(body);
    expect(sandbox.run(plugin(body), input).ticks).toBe(run.ticks);
    expect(heard(body).lines).toEqual(lines);
    const atLoad = {
      ...plugin(''),
      code: `console.log('loading'); var readoutPlugin = { default: { read: () => [] } };`,
    };
    for (let i = 0; i < 2; i++) {
      sandbox.run(atLoad, input);
      const loading: string[] = [];
      sandbox.run(atLoad, input, { console: (line) => loading.push(line.text) });
      expect(loading).toEqual(['loading']);
    }
  });
});

describe('limits of a manifest', () => {
  it('lower ticks and memory, and never raise them', () => {
    const busy = 'let s = 0; for (let i = 0; i < 1e6; i++) s += i; return []';
    expect(sandbox.run(plugin(busy), input).ok).toBe(true);
    expect(sandbox.run(plugin(busy, { limits: { ticks: 10 } }), input)).toMatchObject({
      ok: false,
      code: 'plugin.timed_out',
      ticks: 11,
    });
    const large = 'globalThis.kept = new Uint8Array(20 * 2 ** 20); return []';
    expect(sandbox.run(plugin(large), input).ok).toBe(true);
    expect(sandbox.run(plugin(large, { limits: { memoryMb: 16 } }), input)).toMatchObject({
      code: 'plugin.out_of_memory',
    });
    // Many small ones count as much as one large one.
    const many = 'const kept = []; for (let i = 0; i < 40; i++) kept.push(new ArrayBuffer(1e6)); return []';
    expect(sandbox.run(plugin(many), input).ok).toBe(true);
    for (let i = 0; i < 2; i++)
      expect(sandbox.run(plugin(many, { limits: { memoryMb: 16 } }), input)).toMatchObject({
        code: 'plugin.out_of_memory',
      });
    const most =
      'let made = 0; const kept = []; try { for (;;) { kept.push(new ArrayBuffer(1e6)); made++; } } catch {} kept.length = 0; console.log(made); return []';
    const told = sandbox.run(plugin(most), input, {
      console: ({ text }) => expect(Number(text)).toBeLessThan(68),
    });
    expect(told.ok).toBe(true);
    expect(sandbox.run(plugin('for (;;) {}', { limits: { ticks: 5_000 } }), input)).toMatchObject({
      ticks: 1_001,
    });
  });

  it('a reading that does not fit into the memory of a plugin is that plugin out of memory, and the next run works', async () => {
    // Large readings take their time, and the clock is not what is tried here.
    const patient = await createSandbox();
    const [line] = input.reading.lines;
    const many = { ...input, reading: { ...input.reading, lines: Array(16_000).fill(line) } };
    const idle = plugin('return []', { limits: { memoryMb: 8 } });
    expect(patient.run(idle, many)).toMatchObject({ ok: false, code: 'plugin.out_of_memory' });
    expect(patient.run(idle, input).ok).toBe(true);
    expect(patient.run(plugin('return []'), many).ok).toBe(true);
    const more = { ...input, reading: { ...input.reading, lines: Array(90_000).fill(line) } };
    expect(patient.run(plugin('return []'), more)).toMatchObject({ code: 'plugin.too_large' });
    await patient.close();
  });

  it('a plugin of another kind is not run', () => {
    for (const kind of ['connector', 'assistant'] as const)
      expect(sandbox.run(plugin('return []', { kind }), input)).toMatchObject({
        ok: false,
        code: 'plugin.kind_not_runnable',
      });
    const assistant = plugin(`return [${note('"no"')}]`, { id: 'assistant', kind: 'assistant' });
    const { runs, records } = sandbox.runReaders([assistant, plugin(`return [${note('"yes"')}]`)], input);
    expect(runs.map((run) => run.ok || run.code)).toEqual(['plugin.kind_not_runnable', true]);
    expect(records).toHaveLength(1);
  });
});

describe('running all readers', () => {
  const of = (id: string, body: string, extra = {}) => plugin(body, { id, ...extra });
  it('orders records by confidence, equals as their plugins are ordered, and runs a fallback only where nobody else answered', () => {
    const plugins = [
      of('a-low', `return [${note('"low"', 0.2)}]`),
      of('c-high', `return [${note('"c"', 0.9)}]`),
      of('b-high', `return [${note('"b"', 0.9)}]`),
      of('d-breaks', 'throw new Error("no")'),
      of('e-fallback', `return [${note('"fallback"', 1)}]`, { fallback: true }),
      of('f-barcodes', `return [${note('"barcode"', 1)}]`, { reads: ['barcodes'] }),
    ];
    const { records, runs } = sandbox.runReaders(plugins, input);
    expect(records.map((record) => record.plugin)).toEqual(['c-high', 'b-high', 'a-low']);
    expect(runs.map((run) => run.plugin)).toEqual(['a-low', 'c-high', 'b-high', 'd-breaks']);
    expect(
      sandbox.runReaders([plugins[4]!, of('silent', 'return []')], input).records.map((r) => r.plugin),
    ).toEqual(['e-fallback']);
  });

  it('asks fallbacks one after the other, by level and then as they are ordered, until one makes a record', () => {
    const last = of('last', `return [${note('"last"')}]`, { fallback: 9 });
    const first = of('first', `return [${note('"first"')}]`, { fallback: true });
    const second = of('second', `return [${note('"second"')}]`, { fallback: 1 });
    const silent = of('silent', 'return []', { fallback: 1 });
    const breaks = of('breaks', 'throw new Error("no")', { fallback: 1 });
    const ran = (...plugins: LoadedPlugin[]) => {
      const { records, runs } = sandbox.runReaders(plugins, input);
      return [runs.map((run) => run.plugin).join(' '), records.map((record) => record.plugin).join(' ')];
    };
    expect(ran(last, first, second)).toEqual(['first', 'first']);
    expect(ran(second, last, first)).toEqual(['second', 'second']);
    expect(ran(last, silent, breaks, second)).toEqual(['silent breaks second', 'second']);
    expect(ran(silent, last, breaks)).toEqual(['silent breaks last', 'last']);
    expect(ran(last, of('own', `return [${note('"own"')}]`))).toEqual(['own', 'own']);
  });

  it('shares a budget among them: what is used up is not there for those that come after, on whom it is not blamed', async () => {
    const patient = await createSandbox();
    const hogs = ['a', 'b', 'c'].map((id) => of(id, 'for (;;);'));
    const busy = of('busy', 'let s = 0; for (let i = 0; i < 2e6; i++) s += i; return []');
    const { runs } = patient.runReaders([busy, ...hogs, of('late', `return [${note('"late"')}]`)], input);
    expect(runs.map((run) => run.ok || run.code)).toEqual([
      true,
      'plugin.timed_out',
      'plugin.timed_out',
      'plugin.budget_spent',
      'plugin.budget_spent',
    ]);
    const spent = runs.reduce((sum, { ticks = 0 }) => sum + ticks, 0);
    expect(spent).toBeGreaterThanOrEqual(limits.maxTicksOfCapture);
    expect(spent).toBeLessThan(limits.maxTicksOfCapture + 10);
    expect(runs.at(-1)?.ticks).toBeUndefined();
    // Alone it runs.
    expect(patient.runReaders([of('late', `return [${note('"late"')}]`)], input).records).toHaveLength(1);
    await patient.close();
  });

  it('runs shadows on what is left after all that counts, and keeps what they make apart', async () => {
    const own = of('own', `return [${note('"old"')}]`);
    const shadow = of('own', `return [${note('"new"')}]`);
    const { records, runs, shadowed } = sandbox.runReaders([own], input, [shadow]);
    expect(records.map((record) => record.fields.text?.value)).toEqual(['old']);
    expect(runs).toHaveLength(1);
    expect(
      shadowed.flatMap((run) => (run.ok ? run.records.map((record) => record.fields.text?.value) : [])),
    ).toEqual(['new']);

    // A fallback that was not asked has no shadow that is.
    const last = of('last', `return [${note('"last"')}]`, { fallback: true });
    expect(sandbox.runReaders([own, last], input, [last]).shadowed).toEqual([]);
    expect(sandbox.runReaders([last], input, [last]).shadowed).toHaveLength(1);

    const patient = await createSandbox();
    const hogs = ['a', 'b', 'c'].map((id) => of(id, 'for (;;);'));
    const { shadowed: notRun } = patient.runReaders(hogs, input, [of('a', 'return []')]);
    expect(notRun).toMatchObject([{ ok: false, code: 'plugin.budget_spent' }]);
    await patient.close();
  });

  it('gives each plugin the settings of its own installation', () => {
    const tell = of('tell', `return [${note('JSON.stringify(input.settings)')}]`);
    const { records } = sandbox.runReaders([{ ...tell, settings: { unit: 'kWh' } }, tell], input);
    expect(records.map((record) => record.fields.text?.value)).toEqual(['{"unit":"kWh"}', '{}']);
  });
});
