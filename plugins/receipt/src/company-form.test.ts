// cspell:disable -- names as misread
import type { Quad } from '@readout/plugin-kit';
import { describe, expect, it } from 'vitest';
import { repairBrackets, repairForm } from './company-form.ts';

const doubted = () => true;

it.each([
  ['HARBOUR RAIL SLII BHD', 'HARBOUR RAIL SDN BHD'],
  ['MEADOW BAKERIES (KL) SDN BIID', 'MEADOW BAKERIES (KL) SDN BHD'],
  ['HARBOUR RAIL SL ! BHD', 'HARBOUR RAIL SDN BHD'],
  ['Harbour Foods Pte LId', 'Harbour Foods Pte Ltd'],
  ['NORTH STAR ENTERFRISE', 'NORTH STAR ENTERPRISE'],
  ['CORNER HARDUARE LTD', 'CORNER HARDWARE LTD'],
  ['Old Mill Bakery Limlted', 'Old Mill Bakery Limited'],
])('reads %s as %s', (seen, meant) => expect(repairForm(seen, doubted)).toBe(meant));

it('leaves the name itself, and a form it is sure of', () => {
  expect(repairForm('Silver Books Ltd', doubted)).toBe('Silver Books Ltd');
  expect(repairForm('HARBOUR RAIL SLII BHD', () => false)).toBe('HARBOUR RAIL SLII BHD');
});

describe('repairBrackets', () => {
  const box: Quad = [
    [0, 0],
    [9, 0],
    [9, 9],
    [0, 9],
  ];
  const lines = ['12 MEADOW LANE,', 'CMEADOW LANEI'].map((line) => ({
    words: line.split(' ').map((text) => ({ text, confidence: 0.8, box })),
  }));

  it('puts brackets around words that are printed elsewhere without', () =>
    expect(repairBrackets('CORNER SHOP CMEADOW LANEI LTD', lines, doubted)).toBe(
      'CORNER SHOP (MEADOW LANE) LTD',
    ));

  it('finds the one that is missing where the other was read', () => {
    expect(repairBrackets('CORNER SHOP CMEADOW LANE) LTD', lines, doubted)).toBe(
      'CORNER SHOP (MEADOW LANE) LTD',
    );
    expect(repairBrackets('CORNER SHOP (UK.J LTD', lines, doubted)).toBe('CORNER SHOP (UK) LTD');
  });

  it('takes no letter from a word that is printed so, or that it is sure of', () => {
    expect(repairBrackets('CLANE MILI', lines, doubted)).toBe('CLANE MILI');
    expect(repairBrackets('CMEADOW LANEI', lines, () => false)).toBe('CMEADOW LANEI');
  });
});
