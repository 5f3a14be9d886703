import { describe, expect, it } from 'vitest';
import { createBurstDetector, type Key, maxCodeLength, maxGapMs, maxStallMs, type Scan } from './burst.ts';

/** Presses keys, each so long after the one before, and says what became of them. */
function hear(...given: (string | number | { held: string })[]) {
  const detector = createBurstDetector<Key>();
  const acted: string[] = [];
  const scans: Scan[] = [];
  let now = 1000;
  let gap = 10;
  const pass = ({ released, scan }: ReturnType<typeof detector.settle>) => {
    acted.push(...released.map(({ key }) => key));
    if (scan) scans.push(scan);
  };
  for (const each of given) {
    if (typeof each === 'number') {
      gap = each;
      continue;
    }
    const isHeld = typeof each === 'object';
    for (const key of isHeld ? [each.held] : each.length > 1 && /^[A-Z][a-z]+$/.test(each) ? [each] : each) {
      now += gap;
      const { verdict, ...rest } = detector.press({ key, timeStamp: now, repeat: isHeld });
      pass(rest);
      if (verdict === 'own') acted.push(key);
    }
  }
  pass(detector.settle(now + maxStallMs + 1));
  return { acted, scans };
}
const slow = maxGapMs + 20;

describe('a scanner that acts as a keyboard', () => {
  it('is known by its speed, and none of its keys acts', () => {
    expect(hear('MAST-0042', 'Enter')).toEqual({ acted: [], scans: [{ code: 'MAST-0042', end: 'enter' }] });
    expect(hear(40, '4006381333931', 'Tab').scans).toEqual([{ code: '4006381333931', end: 'enter' }]);
    expect(hear('0000', 'Enter').scans).toEqual([{ code: '0000', end: 'enter' }]);
    expect(hear('A 1', 'Enter').scans).toEqual([{ code: 'A 1', end: 'enter' }]);
  });

  it('may end a code with two keys: the second presses nothing', () => {
    expect(hear('B-17', 'Enter', 'Enter').acted).toEqual([]);
    expect(hear('B-17', 'Enter', slow, 'Enter').acted).toEqual(['Enter']);
  });

  it('sends one code after another', () => {
    expect(hear('code-1', 'Enter', 'code-2', 'Enter').scans.map(({ code }) => code)).toEqual([
      'code-1',
      'code-2',
    ]);
  });

  it('may stop for a moment within a code', () => {
    expect(hear('MAST-', maxStallMs - 10, '0', 10, '042', 'Enter').scans).toEqual([
      { code: 'MAST-0042', end: 'enter' },
    ]);
  });

  it('may send half a code, of which nothing is done', () => {
    expect(hear('MAST-', maxStallMs + 10, 'j')).toEqual({
      acted: ['j'],
      scans: [{ code: 'MAST-', end: 'missing' }],
    });
    expect(hear('MAST-', 'Escape')).toEqual({
      acted: ['Escape'],
      scans: [{ code: 'MAST-', end: 'missing' }],
    });
  });

  it('may send a code of 2,000 characters, and no more than a code can hold', () => {
    expect(hear('x9'.repeat(1000), 'Enter').scans).toEqual([{ code: 'x9'.repeat(1000), end: 'enter' }]);
    const { acted, scans } = hear('x9'.repeat(maxCodeLength), 'Enter');
    expect(acted).toEqual([]);
    expect(scans.map(({ end }) => end)).toEqual(['too_long']);
  });
});

describe('a person', () => {
  it('presses keys one by one, and each acts', () => {
    expect(hear(slow, 'jjc', 'Enter', 'e')).toEqual({ acted: ['j', 'j', 'c', 'Enter', 'e'], scans: [] });
  });

  it('hits two keys at almost the same time, or one again and again', () => {
    expect(hear('ne')).toEqual({ acted: ['n', 'e'], scans: [] });
    expect(hear('k', 'Enter')).toEqual({ acted: ['k', 'Enter'], scans: [] });
    expect(hear('jjjjj', 'Enter')).toEqual({ acted: ['j', 'j', 'j', 'j', 'j', 'Enter'], scans: [] });
  });

  it('does not wait for the shutter, nor for the search one types into at once', () => {
    const detector = createBurstDetector<Key>();
    for (const key of [' ', '/', 'Enter', 'ArrowDown'])
      expect(detector.press({ key, timeStamp: 1, repeat: false })).toEqual({ verdict: 'own', released: [] });
  });

  it('holds a key down, which is not a scanner however quickly it repeats', () => {
    const held = Array.from({ length: 5 }, () => ({ held: 'j' }));
    expect(hear('j', 30, ...held)).toEqual({ acted: ['j', 'j', 'j', 'j', 'j', 'j'], scans: [] });
  });
});
