import { DefaultIntrinsics, type QuickJSContext, type QuickJSHandle } from 'quickjs-emscripten-core';
import { type ConsoleLine, consoleLevels, consoleLimits, consoleSource } from './console.ts';
import { type Captured, HeapFullError, type Instance } from './instance.ts';
import { limits } from './limits.ts';
import { meteredSource } from './metered.ts';
import type { Evaluation } from './run.ts';

/**
 * Runs before the plugin. `Date` is left out of the context altogether (its local time depends on the machine);
 * what is missing says so instead of failing as "not defined". `stringify` is captured so that a plugin
 * which replaces it only fools itself; whatever it does, a string comes out and the host checks it.
 */
const prelude = `((write, spend) => {
  'use strict';
  const parse = JSON.parse, stringify = JSON.stringify;
  const absent = (what) => function () { throw new TypeError(what); };
  const define = (name, value) => Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  define('Date', absent('Plugins have no clock: use input.today and the calendar functions of the kit'));
  Math.random = absent('Plugins have no randomness: the same reading must always give the same records');
  // Making code at run time would hide it from who reviews it, and its parser goes deeper than a browser's stack.
  const noCode = absent('Plugins cannot make code at run time');
  noCode.prototype = Function.prototype;
  define('eval', noCode);
  for (const made of [function () {}, function* () {}, async function () {}, async function* () {}])
    Object.defineProperty(Object.getPrototypeOf(made), 'constructor', { value: noCode, writable: false, configurable: false });
  define('Function', noCode);
  // Chains of what makes iterators out of iterators go deeper in a browser's own stack than the interpreter counts.
  const bare = absent('Iterators are those of ES2023 here: make a list of it first');
  const iterators = Iterator.prototype;
  for (const name of ['constructor', 'drop', 'every', 'filter', 'find', 'flatMap', 'forEach', 'map', 'reduce', 'some', 'take', 'toArray'])
    Object.defineProperty(iterators, name, { value: bare, writable: true, configurable: true });
  delete globalThis.Iterator;
  define('console', (${consoleSource})(write));
  const begin = (${meteredSource})(spend);
  return (reading, rest) => {
    begin();
    const plugin = globalThis.readoutPlugin;
    const reader = plugin && plugin.default;
    if (!reader || typeof reader.read !== 'function') throw new TypeError('The plugin must export defineReader({ read(input) { … } }) as its default');
    const records = reader.read({ reading, ...parse(rest) });
    if (records && typeof records.then === 'function') throw new TypeError('read() must return records, not a promise');
    return stringify(records);
  };
})`;

/** One evaluation: a script, what it is given, and how far it may go. */
export interface EvaluationRequest {
  /** The bundled script. */
  code: string;
  /** The reading as `toBinaryJson` writes it. */
  reading: Uint8Array<ArrayBuffer>;
  /** JSON of the rest of the `ReaderInput`. */
  rest: string;
  /** At most {@link limits.maxTicks}. */
  maxTicks: number;
  /** At most {@link limits.maxMemoryBytes}. */
  maxMemoryBytes: number;
}

/** Evaluates plugins, each run in the same fresh context. Keeps the instances of scripts it has seen, and nothing else. */
export interface Interpreter {
  evaluate(request: EvaluationRequest, onLine?: (line: ConsoleLine) => void): Evaluation;
  /** True once the instance broke or grew: call {@link Interpreter.renew} before the next run. */
  readonly isSpent: boolean;
  renew(instance: Instance): void;
}

/** Memories kept of loaded scripts, bytes over all of them: some forty plugins of the usual size. */
const maxKeptBytes = 48 * 2 ** 20;

interface Budget {
  ticks: number;
  maxTicks: number;
  endsAtMs: number;
  exhausted: 'ticks' | 'time' | undefined;
}

/** How long a run may take beside its ticks. */
export interface Backstop {
  maxMs: number;
  /** Milliseconds of what is counted: processor time of the thread, or the clock. */
  nowMs(): number;
}

/** An instance with a context in which no plugin was loaded yet. */
interface Stage {
  instance: Instance;
  context: QuickJSContext;
  call: QuickJSHandle;
  empty: Captured;
  /** By memory limit and code: the memory with the script loaded, and the ticks loading took. */
  loaded: Map<string, { captured: Captured; ticks: number }>;
  keptBytes: number;
}

export function createInterpreter(initialInstance: Instance, { maxMs, nowMs }: Backstop): Interpreter {
  let isBroken = false;
  let budget = unlimited();
  let listener: ((line: ConsoleLine) => void) | undefined;
  let lines = 0;

  const hear = (context: QuickJSContext, level: QuickJSHandle, text: QuickJSHandle) => {
    const known = consoleLevels.find((each) => each === readText(context, level, 10));
    // Counted whether anybody listens or not: see `load`.
    if (!known || lines > consoleLimits.maxLines) return;
    lines++;
    listener?.({ level: known, text: readText(context, text, consoleLimits.maxLineLength) });
  };

  const begin = (instance: Instance): Stage => {
    budget = unlimited();
    const runtime = instance.quickJs.newRuntime();
    runtime.setMaxStackSize(limits.maxStackBytes);
    runtime.setInterruptHandler(() => {
      budget.ticks++;
      if (budget.ticks > budget.maxTicks) budget.exhausted ??= 'ticks';
      else if (nowMs() > budget.endsAtMs) budget.exhausted ??= 'time';
      return budget.exhausted !== undefined;
    });
    const context = runtime.newContext({ intrinsics: { ...DefaultIntrinsics, Date: false } });
    const write = context.newFunction('write', (level, text) => hear(context, level, text));
    const spend = context.newFunction('spend', (ticks) => {
      budget.ticks = Math.min(budget.maxTicks + 1, budget.ticks + context.getNumber(ticks));
      if (budget.ticks > budget.maxTicks) budget.exhausted ??= 'ticks';
      return budget.exhausted ? context.true : context.false;
    });
    const start = context.unwrapResult(context.evalCode(prelude, 'readout:start', { type: 'global' }));
    const call = context.unwrapResult(context.callFunction(start, context.undefined, write, spend));
    return { instance, context, call, empty: instance.capture(), loaded: new Map(), keptBytes: 0 };
  };

  /** Leaves the memory as it is right after the script was loaded. */
  const load = (stage: Stage, { code, maxMemoryBytes }: EvaluationRequest): Evaluation | undefined => {
    const { instance, context, loaded } = stage;
    instance.limitHeap(maxMemoryBytes);
    const key = `${maxMemoryBytes} ${code}`;
    const known = loaded.get(key);
    if (known) {
      instance.restore(known.captured);
      budget.ticks = known.ticks;
      // The last used is the last to go.
      loaded.delete(key);
      loaded.set(key, known);
      return undefined;
    }
    instance.restore(stage.empty);
    context.runtime.setMemoryLimit(maxMemoryBytes);
    const result = context.evalCode(code, 'plugin.js', { type: 'global' });
    if (result.error) return failed(context, result.error, budget);
    result.value.dispose();
    if (budget.exhausted) return timedOut(budget);
    // What it wrote while it was loaded is heard once only: such a script is loaded again each time.
    if (lines > 0) return undefined;
    const captured = instance.capture();
    loaded.set(key, { captured, ticks: budget.ticks });
    stage.keptBytes += sizeOf(captured);
    for (const [oldest, { captured: old }] of loaded) {
      if (stage.keptBytes <= maxKeptBytes) break;
      loaded.delete(oldest);
      stage.keptBytes -= sizeOf(old);
    }
    return undefined;
  };

  const evaluateOn = (stage: Stage, request: EvaluationRequest): Evaluation => {
    const { context, call } = stage;
    const failure = load(stage, request);
    if (failure) return failure;
    const reading = context
      .newArrayBuffer(request.reading.buffer)
      .consume((bytes) => context.decodeBinaryJSON(bytes));
    if (context.typeof(reading) !== 'object') return outOfMemory(budget.ticks);
    const result = context.callFunction(call, context.undefined, reading, context.newString(request.rest));
    if (result.error) return failed(context, result.error, budget);
    // It caught that its budget is used up.
    if (budget.exhausted) return timedOut(budget);
    if (context.typeof(result.value) !== 'string')
      return {
        ok: false,
        code: 'plugin.bad_output',
        message: 'read() must return an array of records',
        ticks: budget.ticks,
      };
    const length = lengthOf(context, result.value);
    if (length > limits.maxOutputLength)
      return {
        ok: false,
        code: 'plugin.too_large',
        message: `The records are ${length} characters of JSON; at most ${limits.maxOutputLength} are taken`,
        ticks: budget.ticks,
      };
    return { ok: true, json: context.getString(result.value), ticks: budget.ticks };
  };

  let stage = begin(initialInstance);
  return {
    get isSpent() {
      return isBroken || stage.instance.hasGrown;
    },
    renew(instance) {
      isBroken = false;
      stage = begin(instance);
    },
    evaluate(request, onLine) {
      budget = {
        ticks: 0,
        maxTicks: request.maxTicks,
        endsAtMs: nowMs() + maxMs,
        exhausted: undefined,
      };
      listener = onLine;
      lines = 0;
      try {
        return evaluateOn(stage, request);
      } catch (cause) {
        // The WebAssembly itself trapped (host stack overflow, abort), or the host threw through it: its stack pointer is not where it was.
        isBroken = true;
        if (cause instanceof HeapFullError) return outOfMemory(budget.ticks);
        return {
          ok: false,
          code: 'plugin.threw',
          message: messageOf(cause),
          ticks: budget.ticks,
        };
      } finally {
        listener = undefined;
      }
    },
  };
}

const unlimited = (): Budget => ({
  ticks: 0,
  maxTicks: Number.POSITIVE_INFINITY,
  endsAtMs: Number.POSITIVE_INFINITY,
  exhausted: undefined,
});

const outOfMemory = (ticks: number): Evaluation => ({
  ok: false,
  code: 'plugin.out_of_memory',
  message: 'The plugin needs more memory than it may use',
  ticks,
});

const sizeOf = ({ data, heap }: Captured) => data.length + heap.length;

const timedOut = ({ exhausted, ticks }: Budget): Evaluation => ({
  ok: false,
  code: 'plugin.timed_out',
  message:
    exhausted === 'ticks'
      ? 'The plugin used up its budget of interpreter ticks'
      : 'The plugin took too long beside its ticks',
  ticks,
});

function failed(context: QuickJSContext, error: QuickJSHandle, budget: Budget): Evaluation {
  const { name, message, line } = describe(context, error);
  const { ticks } = budget;
  if (budget.exhausted) return timedOut(budget);
  // Where not even the error could be allocated QuickJS throws null.
  if ((name === 'InternalError' && message === 'out of memory') || name === 'null') return outOfMemory(ticks);
  return {
    ok: false,
    code: 'plugin.threw',
    message: `${name}: ${message}`.slice(0, 500),
    ticks,
    ...(line === undefined ? {} : { line }),
  };
}

/** Name and message of what was thrown, read without running any of the plugin's getters twice. */
function describe(
  context: QuickJSContext,
  handle: QuickJSHandle,
): { name: string; message: string; line?: number } {
  const kind = context.typeof(handle);
  if (context.sameValue(handle, context.null)) return { name: 'null', message: 'null' };
  if (kind !== 'object')
    return { name: 'Error', message: kind === 'string' ? readText(context, handle, 10_000) : kind };
  const text = (key: string): string =>
    context
      .getProp(handle, key)
      .consume((value) => (context.typeof(value) === 'string' ? readText(context, value, 10_000) : ''));
  const place = /\bplugin\.js:(\d{1,7})\b/.exec(text('stack'));
  return {
    name: text('name') || 'Error',
    message: text('message') || 'no message',
    ...(place ? { line: Number(place[1]) } : {}),
  };
}

/** Measured before it is copied out: a text of 60 MB must not become one of the host's strings. */
function readText(context: QuickJSContext, handle: QuickJSHandle, maxLength: number): string {
  if (context.typeof(handle) !== 'string') return '';
  const length = lengthOf(context, handle);
  return length > maxLength ? `(a text of ${length} characters)` : context.getString(handle);
}

function lengthOf(context: QuickJSContext, handle: QuickJSHandle): number {
  return context.getProp(handle, 'length').consume((value) => context.getNumber(value));
}

function messageOf(cause: unknown): string {
  // Recursion in native code which the interpreter would have noticed on a host with a deeper stack: as if it had.
  if (cause instanceof RangeError) return 'InternalError: stack overflow';
  return `The plugin broke its interpreter: ${cause instanceof Error ? cause.message.slice(0, 300) : 'unknown fault'}`;
}
