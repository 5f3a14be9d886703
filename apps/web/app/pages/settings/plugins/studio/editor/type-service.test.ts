import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TypeRequest } from './type-worker.ts';

vi.mock('virtual:studio-types', () => ({ default: {} }));

/** The platform's worker: one that never answers about a program that says so, as TypeScript does of some types. */
class FakeWorker {
  static made: FakeWorker[] = [];
  onmessage: ((event: { data: unknown }) => void) | undefined;
  isEnded = false;
  isStuck = false;
  constructor() {
    FakeWorker.made.push(this);
  }
  postMessage(request: TypeRequest) {
    this.isStuck ||= 'source' in request && request.source.includes('endless');
    if (!this.isStuck)
      queueMicrotask(() =>
        this.onmessage?.({ data: { id: request.id, value: request.kind === 'check' ? [] : null } }),
      );
  }
  terminate() {
    this.isEnded = true;
  }
}

beforeEach(() => {
  FakeWorker.made = [];
  vi.stubGlobal('Worker', FakeWorker);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('types that take for ever end with their worker; what is written next is checked again', async () => {
  const { createTypeService } = await import('./type-service.ts');
  const service = createTypeService();
  const stuck = Promise.all([service.check('type A = endless'), service.check('const a = 1')]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await stuck).toEqual([null, null]);
  const again = service.check('const a = 1');
  await vi.advanceTimersByTimeAsync(1);
  expect(await again).toEqual([]);
  expect(FakeWorker.made.map(({ isEnded }) => isEnded)).toEqual([true, false]);
  service.close();
});
