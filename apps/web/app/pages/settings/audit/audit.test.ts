import { describe, expect, it } from 'vitest';
import { actionName, detailLines, groupName } from '../../../audit/event-words.ts';
import { textsIn } from '../../../ui/texts.tsx';
import { auditQuery, parseAuditFilter } from './audit-filter.ts';

const parsed = (query: string) => parseAuditFilter(new URLSearchParams(query), 'Asia/Kathmandu');

const english = { text: textsIn('en'), locale: 'en' };

describe('the audit list’s filter', () => {
  it('is read from the address, its days in the zone of the viewer', () => {
    expect(parsed('person=system&group=record&subject=x&from=2026-11-01&to=2026-11-02')).toEqual({
      person: 'system',
      group: 'record',
      subject: 'x',
      from: '2026-11-01',
      to: '2026-11-02',
      timeZone: 'Asia/Kathmandu',
    });
    expect(parsed('from=2026-11-01&timeZone=Europe/Berlin').timeZone).toBe('Europe/Berlin');
  });

  it('leaves out what it does not know, and empty fields of the form', () => {
    expect(parsed("person=';--&group=../x&subject=&from=2026-02-31&to=&timeZone=Mars")).toEqual({});
    expect(auditQuery(parsed('group=member'), { format: 'csv' })).toBe('group=member&format=csv');
  });
});

describe('events', () => {
  it('are told in words', () => {
    expect(actionName('plugin.auto_confirm_changed', english)).toBe('Plugin auto confirm changed');
    expect(actionName('api_key.revoked', english)).toBe('API key revoked');
    expect(groupName('bulk_action', english)).toBe('Bulk action');
    // cspell:disable
    const german = { text: textsIn('de'), locale: 'de' };
    expect(actionName('api_key.revoked', german)).toBe('API-Schlüssel widerrufen');
    expect(groupName('bulk_action', german)).toBe('Sammelaktion');
    // cspell:enable
  });

  it('of a version that is not this one keep their own words', () => {
    expect(actionName('balloon.popped', english)).toBe('Balloon popped');
    expect(detailLines({ constructor: 1, apiColour: 'red' }, english)).toEqual([
      { name: 'Constructor', to: '1' },
      { name: 'API colour', to: 'red' },
    ]);
  });

  it('tell what changed from what to what, whatever they hold', () => {
    expect(
      detailLines(
        {
          languages: { from: ['en'], to: ['en', 'de'] },
          keepLocation: { from: false, to: true },
          autoConfirm: { from: null, to: 0.95 },
          field: 'total',
          filter: { place: 'all', q: '' },
          ids: [],
        },
        english,
      ),
    ).toEqual([
      { name: 'Languages', from: 'en', to: 'en, de' },
      { name: 'Keep location', from: 'no', to: 'yes' },
      { name: 'Auto confirm', from: 'nothing', to: '0.95' },
      { name: 'Field', to: 'total' },
      { name: 'Filter', to: 'place all, q nothing' },
      { name: 'Ids', to: 'nothing' },
    ]);
    expect(detailLines({ from: 'reviewer', to: 'admin', name: '<b>' }, english)).toEqual([
      { name: 'Change', from: 'reviewer', to: 'admin' },
      { name: 'Name', to: '<b>' },
    ]);
  });
});
