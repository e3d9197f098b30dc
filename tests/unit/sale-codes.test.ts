import { describe, expect, test } from 'vitest';
import { type CodeMail, type FittingEvent, fitsOf } from '../../shared/sales/fitting-codes.ts';
import { readValidity } from '../../shared/sales/validity.ts';

const at = (text: string) => Date.parse(text);

const EVENT: FittingEvent = {
  artist: 'Été Perdu',
  name: 'Été Perdu: Nuits blanches',
  windows: [
    {
      kind: 'presale',
      name: 'Fan Club: Early Access',
      opensAt: at('2026-11-24T10:00:00Z'),
      closesAt: at('2026-11-26T08:00:00Z'),
    },
    {
      kind: 'presale',
      name: 'Meridian Card presale',
      opensAt: at('2026-12-26T09:00:00Z'),
      closesAt: null,
    },
    { kind: 'general', name: '', opensAt: at('2026-12-28T10:00:00Z'), closesAt: null },
  ],
};

const mail = (part: Partial<CodeMail>): CodeMail => ({
  evidence: '',
  subject: '',
  sender: 'news@tickets.test',
  keywords: ['presale'],
  arrivedAt: at('2026-11-20T10:00:00Z'),
  isOfEvent: false,
  isOfWatch: true,
  ...part,
});

describe('a code fits an event', () => {
  test('if its mail names the artist in any spelling and one of its presales', () => {
    const fit = fitsOf(EVENT)(mail({ subject: 'ETE PERDU: your fan club code' }));
    expect(fit).toMatchObject({ fit: 'presale', presale: 'Fan Club: Early Access' });
    expect(fit?.why).toBe('The mail names Été Perdu, and the mail names “Fan Club: Early Access”.');
  });

  test.each([
    ['the sender', { sender: 'Été Perdu <hello@band.test>' }, 'Été Perdu sent the mail'],
    ['the watch', { keywords: ['été perdu'] }, 'The watch searches Été Perdu'],
    ['a watch of it', { isOfEvent: true }, 'A watch of this event found it'],
  ])('if %s names it', (_, part, why) => {
    expect(fitsOf(EVENT)(mail(part))?.why).toContain(why);
  });

  test('of a presale whose name occurs only in its sender', () => {
    const fit = fitsOf(EVENT)(mail({ subject: 'Été Perdu', sender: 'Meridian Card <a@m.test>' }));
    expect(fit).toMatchObject({ fit: 'presale', presale: 'Meridian Card presale' });
  });

  describe.each(['Venue', 'Artist', 'Fan', 'Radio', 'Local', 'Promoter', 'Member', 'Partner'])(
    'of the presale %s',
    (word) => {
      const [first] = EVENT.windows;
      const named = (name: string) => ({ ...EVENT, windows: first ? [{ ...first, name }] : [] });
      const subject = `Été Perdu: the ${word} has news`;

      test.each([word, `${word} Presale`, `${word} Pre-Sale`])('%s, only by its phrase', (name) => {
        expect(fitsOf(named(name))(mail({ subject }))?.fit).toBe('time');
        const whole = `Été Perdu: your ${word} pre-sale code`;
        expect(fitsOf(named(name))(mail({ subject: whole }))).toMatchObject({ fit: 'presale' });
      });
    },
  );

  test('and may belong to the only presale at its time', () => {
    const fit = fitsOf(EVENT)(mail({ evidence: 'Été Perdu: use LANTERN.' }));
    expect(fit).toMatchObject({ fit: 'time', presale: 'Fan Club: Early Access' });
    const undated = fitsOf(EVENT)(mail({ evidence: 'Été Perdu: use LANTERN.', arrivedAt: null }));
    expect(undated).toMatchObject({ fit: 'artist', presale: null });
  });

  test.each([
    ['another artist', { subject: 'Northern Lanterns fan club' }],
    ['a part of a word', { subject: 'Complété perdus' }],
    ['an earlier tour', { subject: 'Été Perdu fan club', arrivedAt: at('2026-03-01T00:00:00Z') }],
  ])('but not if its mail is about %s', (_, part) => {
    expect(fitsOf(EVENT)(mail(part))).toBeNull();
  });
});

describe('the validity of a code', () => {
  test.each([
    ['The presale code is LANTERN, ends Thu 9:00', null, 'Thu 9:00'],
    ['Valid until 27 November 2026, 12:00.', null, '27 November 2026, 12:00'],
    ['Use it from Nov 24 at 10am until Nov 26 at 10pm', 'Nov 24 at 10am', 'Nov 26 at 10pm'],
    [
      'Starts on Tuesday, November 24 at 10:00 AM local time',
      'Tuesday, November 24 at 10:00 AM local time',
      null,
    ],
    ['Gültig ab 24.11.2026 bis 26.11.2026', '24.11.2026', '26.11.2026'],
    ["Valable jusqu'au 26 novembre 2026", null, '26 novembre 2026'],
    ['Presale: Tue 24 Nov, 11:00 to Thu 26 Nov, 09:00', 'Tue 24 Nov, 11:00', 'Thu 26 Nov, 09:00'],
    ['LANTERN is valid 24 Nov 2026 - 26 Nov 2026', '24 Nov 2026', '26 Nov 2026'],
    ['The tour presale starts on 24 November 2026', '24 November 2026', null],
    ['The presale for the show opens Nov 24 at 10am', 'Nov 24 at 10am', null],
    ['Your code for the show expires Thu 9:00', null, 'Thu 9:00'],
    ['Doors 19:00. Use LANTERN from Nov 24 at 10am', 'Nov 24 at 10am', null],
    ['Prévente à partir du 24 novembre 2026', '24 novembre 2026', null],
    ['LANTERN est valable dès le 24 novembre 2026', '24 novembre 2026', null],
  ])('is read in %s', (sentence, from, until) => {
    expect(readValidity(sentence)).toEqual({ from, until });
  });

  test.each([
    'Your code is ABC123. The concert is on 14 March 2027 at 20:00.',
    'Use code LANTERN for Rock Fest, 5 June 2027 - 7 June 2027',
    'Use code LANTERN for Zoë, 5 June 2027 until 7 June 2027',
    'Use code LANTERN for Zoë, 5 June 2027 to 7 June 2027',
    'Code LANTERN. Doors 19:00 - 20:00',
    'Doors open at 19:00, code LANTERN',
    'Zoë live 12.06.2027 - 20:00: LANTERN',
    'The tour starts on 12 May 2027, use LANTERN',
    'Use LANTERN for the tour from 5 June 2027 until 7 June 2027',
    'LANTERN. Einlass ab 19:00',
    'The concert in Berlin begins at 8pm, and the code is LANTERN',
    'Order from the box office until everything is sold.',
    'Use 440193, the first six digits.',
    'Sent by May Fan Club',
    '',
  ])('is not guessed in "%s"', (sentence) => {
    expect(readValidity(sentence)).toEqual({ from: null, until: null });
  });
});
