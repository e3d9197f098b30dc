import { expect, it } from 'vitest';
import { findCodes } from '../../code-finder/index.ts';
import { findCandidates, isNearCue } from '../../code-finder/src/candidates.ts';
import { readContext } from '../../code-finder/src/context.ts';
import { settleOverlaps } from '../../code-finder/src/observations.ts';
import { labelledMails } from '../../code-finder/training/labelled-mails.ts';
import { mailLines } from '../../mail-lines/mail-text.ts';

function candidatesOf(part: { type: 'text/plain' | 'text/html'; text: string }): string[] {
  const lines = mailLines({ subject: '', from: '', date: '', hasImages: false, parts: [part] });
  return findCandidates(readContext(lines)).map(({ code }) => code);
}

it.each([
  '14 March 2027',
  'March 14, 2027',
  '14. März 2027',
  '14 de marzo de 2027',
  '1er mai 2027',
])('the year of the date %s is not a candidate', (date) => {
  expect(candidatesOf({ type: 'text/plain', text: `Leeds, ${date}` })).not.toContain('2027');
  expect(candidatesOf({ type: 'text/plain', text: 'Your code: 2027' })).toContain('2027');
});

it('the text of a picture is examined once if the line below repeats it', () => {
  const html = (below: string) => `<img alt="Harbour"><p>Presale code</p><p>${below}</p>`;
  const picture = '<img alt="Harbour"><p>Harbour, presale code</p>';
  const count = (text: string) =>
    candidatesOf({ type: 'text/html', text }).filter((code) => code === 'Harbour').length;
  expect(count(picture)).toBe(1);
  expect(count(html('Leeds'))).toBe(1);
});

it('an ordinary word far from every cue is not a candidate', () => {
  const far = 'The band plays on the harbour wall until late. '.repeat(12);
  const near = candidatesOf({ type: 'text/plain', text: `${far}\nThe presale code: moonrise` });
  expect(near).toContain('moonrise');
  expect(near).toContain('wall');
  expect(candidatesOf({ type: 'text/plain', text: far })).not.toContain('wall');
});

it('cached lines of other mails change nothing', () => {
  const mails = labelledMails('blind').map(({ lines }) => lines);
  const first = mails.map((lines) => findCodes(lines));
  const again = mails.toReversed().map((lines) => findCodes(lines));
  expect(again.toReversed()).toEqual(first);
});

it('several words in a line that the mail repeats four times are a button', () => {
  const html = (times: number) => `<p>Your presale code</p>${'<p>Magic lantern</p>'.repeat(times)}`;
  expect(candidatesOf({ type: 'text/html', text: html(3) })).toContain('Magic lantern');
  expect(candidatesOf({ type: 'text/html', text: html(4) })).not.toContain('Magic lantern');
});

it.each([
  ['Enter Knack Knack on the form.', 'Knack Knack'],
  ['The password is BITTER LEMON. Tonight at six.', 'BITTER LEMON'],
  ['Hay que escribir Rosa de Abril antes.', 'Rosa de Abril'],
  ['Say lighthouse keeper, two words, and go in.', 'lighthouse keeper'],
  ['The code: punch in galah galah (two words).', 'galah galah'],
  ['On the form, in the line marked Subscriber code, please write Candlemas 7.', 'Candlemas 7'],
  ['The password for Friday? Say EXACT CHANGE and you are through.', 'EXACT CHANGE'],
  ['Presale for members. The answer is shiny thing, lower case.', 'shiny thing'],
  ['The words that you put are offside trap, small letters.', 'offside trap'],
])('several words of running text are a candidate: %s', (text, code) => {
  expect(candidatesOf({ type: 'text/plain', text })).toContain(code);
});

it.each([
  ['先行パスワードは「白鯨2027」です。', '白鯨2027'],
  ['購入画面で「ほたる橋」と入力してください。先行の合言葉です。', 'ほたる橋'],
  ["The pw is ohm's-law for all of you.", "ohm's-law"],
  ['Förköp i kväll, kod r.i.p_disko', 'r.i.p_disko'],
])('a code of Japanese letters or with marks inside is a candidate: %s', (text, code) => {
  expect(candidatesOf({ type: 'text/plain', text })).toContain(code);
});

it.each([
  ['The presale opens at tickets.example/club?e=HA1605ID', 'HA1605ID'],
  ['Presale with your code: Thursday 9am-9pm', '9am-9pm'],
  ['Voorverkoop met je code vanaf 19u30', '19u30'],
  ['Presale code and ticket: 331.17', '331.17'],
  ['予約画面の「合言葉」の欄', '合言葉'],
])(
  'a number in a link, a time, a price or a word for "code" is not a candidate: %s',
  (text, other) => {
    expect(candidatesOf({ type: 'text/plain', text })).not.toContain(other);
  },
);

it('bold type that begins in the middle of a word does not mark a code', () => {
  const candidates = candidatesOf({
    type: 'text/html',
    text: '<p>The presale code is sterren<b>stof25</b></p>',
  });
  expect(candidates).toContain('sterrenstof25');
  expect(candidates).not.toContain('stof25');
});

it.each([
  ['Use the presale code moonrise to book a day early.', true],
  ['The code is now moonrise for all of you.', true],
  ['Presale code: moonrise for all of you.', true],
  ['The code for the presale opens this moonrise for all of you.', true],
  ['With the presale code you see the moonrise over the harbour.', true],
  ['The presale code opens nothing but old moonrise paintings.', false],
])('in running text, only introduced words are examined: %s', (text, isNear) => {
  const lines = mailLines({
    subject: '',
    from: '',
    date: '',
    hasImages: false,
    parts: [{ type: 'text/plain', text }],
  });
  const context = readContext(lines);
  const word = findCandidates(context).find(({ code }) => code === 'moonrise');
  expect(word && isNearCue(context, word)).toBe(isNear);
});

it.each(['Boston, 7 March 2027', 'Fri 14', 'März 14'])('the date %s is not a name', (date) => {
  const text = `<p>Your presale code</p><p>${date}</p>`;
  expect(candidatesOf({ type: 'text/html', text })).not.toContain(date);
});

it('if codes share a place, the less likely ones get at most the chance that the most likely one is wrong', () => {
  const at = (code: string, start: number, confidence: number) => ({
    code,
    confidence,
    candidate: { code, line: 0, start, end: start + code.length, isJoined: false },
  });
  const { likeliest, others } = settleOverlaps([
    at('forty winks', 0, 0.7),
    at('winks', 6, 0.6),
    at('NORTH', 20, 0.5),
    at('NORTH!', 40, 0.2),
  ]);
  expect(likeliest.map(({ code }) => code)).toEqual(['forty winks', 'NORTH']);
  expect(others.map(({ code, confidence }) => [code, confidence])).toEqual([
    ['winks', expect.closeTo(0.3)],
    ['NORTH!', 0.2],
  ]);
});
