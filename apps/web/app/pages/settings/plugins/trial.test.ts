import { describe, expect, it } from 'vitest';
import { parsePercent, toPercent, tryThreshold } from './trial.ts';

describe('the rule that confirms by itself', () => {
  it('is tried on what the records were, and tells what people did with those it would have confirmed', () => {
    const ofCapture = { captureId: 'c1', createdAt: '2026-11-01T08:00:00.000Z' };
    const trials = [
      { ...ofCapture, confidence: 0.99, isClean: true, outcome: 'unchanged' },
      { ...ofCapture, confidence: 0.95, isClean: true, outcome: 'corrected' },
      { ...ofCapture, confidence: 0.95, isClean: false, outcome: 'unchanged' },
      { ...ofCapture, confidence: 0.94, isClean: true, outcome: 'rejected' },
    ] as const;
    expect(tryThreshold(trials, 0.95)).toEqual({
      tried: 4,
      confirmed: 2,
      corrected: 1,
      rejected: 0,
      waiting: 0,
    });
    expect(tryThreshold(trials, 0.5)).toMatchObject({ confirmed: 3, rejected: 1 });
    expect(tryThreshold([], 0.5)).toMatchObject({ tried: 0, confirmed: 0 });
  });

  it('takes percent as people write them, and nothing else', () => {
    expect(['95', '97.5', '97,5', '100'].map(parsePercent)).toEqual([0.95, 0.975, 0.975, 1]);
    for (const text of ['', '-1', 'abc', '1e2', '95.123', '1000']) expect(parsePercent(text)).toBeNaN();
    expect([0.95, 0.975, 1].map(toPercent)).toEqual(['95', '97.5', '100']);
  });
});
