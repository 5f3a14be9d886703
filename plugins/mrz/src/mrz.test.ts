// cspell:disable -- zones of the examples of ICAO Doc 9303
import { inputOfText } from '@readout/plugin-kit/testing';
import { describe, expect, it } from 'vitest';
import mrz from './index.ts';

const names = 'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<';
const data = 'L898902C36UTO7408122F1204159ZE184226B<<<<<10';
const read = (...rows: string[]) => mrz.read(inputOfText(rows.join('\n')));
const fieldsOf = (...rows: string[]) => read(...rows)[0]?.fields ?? {};

describe('a line of names that was read poorly', () => {
  it('has letters where digits were read, a little less surely', () => {
    const { name } = fieldsOf(names.replace('ERIKSSON<<ANNA', '0CONN0R<<S1BEL'), data);
    expect(name?.value).toBe('OCONNOR, SIBEL MARIA');
    expect(name?.confidence).toBeLessThan(fieldsOf(names, data).name?.confidence ?? 0);
    expect(name?.checks.some(({ passed }) => !passed)).toBe(false);
  });

  it('keeps its zone where a cross stands for an X, in whatever alphabet', () => {
    for (const cross of ['×', 'х', 'Х'])
      expect(fieldsOf(names.replace('ANNA<MARIA', `MA${cross}<MARIA<`), data).name?.value).toBe(
        'ERIKSSON, MAX MARIA',
      );
  });

  it('still says type and state, and the data below it, where a mark lies on a name', () => {
    const fields = fieldsOf(names.replace('ERIKSSON', 'ERI%SSON'), data);
    expect(fields).toMatchObject({ documentType: { value: 'P' }, number: { value: 'L898902C3' } });
    expect(fields.name).toBeUndefined();
    expect(fields.lines).toBeUndefined();
  });

  it('gives what is left of names that were cut off, in doubt', () => {
    const { name } = fieldsOf('P<UTOERIKSSON<<ANNA<MAR', data);
    expect(name?.value).toBe('ERIKSSON, ANNA MAR');
    expect(name?.confidence).toBeLessThan(0.5);
    expect(name?.checks).toContainEqual(expect.objectContaining({ name: 'names-whole', passed: false }));
  });

  it('proves nothing by a character that was not read', () => {
    const fields = fieldsOf(names, data.replace('L898902C3', 'L898%02C3'));
    expect(fields.number?.checks.some(({ passed }) => passed) ?? false).toBe(false);
  });
});
