import { expect, it } from 'vitest';
import { findCandidates } from '../../code-finder/src/candidates.ts';
import { readContext } from '../../code-finder/src/context.ts';
import { mailLines } from '../../sidecar/mail/mail-text.ts';

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
])('the year of the date %s is no candidate', (date) => {
  expect(candidatesOf({ type: 'text/plain', text: `Leeds, ${date}` })).not.toContain('2027');
  expect(candidatesOf({ type: 'text/plain', text: 'Your code: 2027' })).toContain('2027');
});

it('the text of a picture is looked at once if the line below repeats it', () => {
  const html = (below: string) => `<img alt="Harbour"><p>Presale code</p><p>${below}</p>`;
  const picture = '<img alt="Harbour"><p>Harbour, March</p>';
  const count = (text: string) =>
    candidatesOf({ type: 'text/html', text }).filter((code) => code === 'Harbour').length;
  expect(count(picture)).toBe(1);
  expect(count(html('Leeds'))).toBe(1);
});

it('several words in a line that stands in the mail four times are a button', () => {
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
])('several words of running text are a candidate: %s', (text, code) => {
  expect(candidatesOf({ type: 'text/plain', text })).toContain(code);
});
