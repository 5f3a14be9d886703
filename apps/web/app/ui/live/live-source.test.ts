import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type LiveMessage, sourceAbout } from './live-source.ts';

/** As the standard has it: an answer that is no event stream closes it, a broken connection does not. */
class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static opened: FakeEventSource[] = [];
  readyState = 0;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    FakeEventSource.opened.push(this);
  }
  close(): void {
    this.readyState = 2;
  }
  refuse(): void {
    this.readyState = 2;
    this.dispatchEvent(new Event('error'));
  }
  break(): void {
    this.readyState = 0;
    this.dispatchEvent(new Event('error'));
  }
  answer(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeEventSource.opened = [];
  vi.stubGlobal('EventSource', FakeEventSource);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const sessionNews: LiveMessage = { kind: 'news', name: 'session', news: { reason: 'changed' } };
const latest = () => FakeEventSource.opened.at(-1)!;

test('a page that is refused before it was ever connected looks at its session, once for each run of refusals', () => {
  const heard: LiveMessage[] = [];
  const close = sourceAbout('acme')((message) => heard.push(message), false);
  latest().refuse();
  vi.advanceTimersByTime(5000);
  latest().refuse();
  vi.advanceTimersByTime(5000);
  expect(heard.filter((message) => message.kind === 'news')).toEqual([sessionNews]);
  expect(FakeEventSource.opened).toHaveLength(3);

  latest().answer();
  latest().refuse();
  expect(heard.filter((message) => message.kind === 'news' && message.name === 'session')).toHaveLength(2);
  close();
  vi.advanceTimersByTime(60_000);
  expect(FakeEventSource.opened).toHaveLength(3);
});

test('a connection that breaks is the browser’s to mend, and says nothing about the session', () => {
  const heard: LiveMessage[] = [];
  sourceAbout('acme')((message) => heard.push(message), false);
  latest().answer();
  latest().break();
  latest().answer();
  vi.advanceTimersByTime(60_000);
  expect(FakeEventSource.opened).toHaveLength(1);
  expect(heard.map((message) => (message.kind === 'state' ? message.state : message.name))).toEqual([
    'live',
    'lost',
    'live',
    'resume',
  ]);
});
