import { describe, expect, it } from 'vitest';
import { findCodes, readTrace, writeTrace } from '../../code-finder/index.ts';
import { mailLines } from '../../mail-lines/mail-text.ts';
import { readListId } from '../../mail-lines/mime-tree.ts';
import { type Sender, senderKey } from '../../sidecar/mailbox/sender-key.ts';
import { SenderMemory } from '../../sidecar/reader/sender-memory.ts';

const FROM = 'Ellery Stone <announce@ellery.example>';
const linesOf = (text: string) =>
  mailLines({
    subject: 'On sale',
    from: FROM,
    date: '',
    hasImages: false,
    parts: [{ type: 'text/plain', text }],
  });
const mailOf = (code: string) =>
  linesOf(
    `Partners,\n\nPartner allocation opens Tuesday.\n\nAllocation ID: ${code}\nContract ref: 88/1\n\nEllery`,
  );

/** The code of a mail with its place, rated with the memory. */
function judge(memory: SenderMemory, code: string, sender: Sender = { from: FROM }) {
  const { codes } = findCodes(mailOf(code), { keywords: [], learned: memory.learnedOf(sender) });
  const found = codes.find((one) => one.code === code);
  return found && memory.withPlace(sender, found);
}

const [sender = '', trace = ''] =
  judge(new SenderMemory({ key: 'a key', codes: [] }), 'ASHLAR77')?.place?.split('.') ?? [];
const learned = (key: string) => new SenderMemory({ key, codes: [[sender, 'right', trace]] });

describe('the memory of senders', () => {
  it('raises the code of the next mail of the sender, and of no other sender', () => {
    const empty = judge(new SenderMemory({ key: 'a key', codes: [] }), 'HOLMOAK15')?.confidence;
    expect(empty).toBeLessThan(0.5);
    expect(judge(learned('a key'), 'HOLMOAK15')?.confidence).toBeGreaterThan(0.9);
    const other = 'Ellery Stone <announce@other.example>';
    expect(judge(learned('a key'), 'HOLMOAK15', { from: other })?.confidence).toBe(empty);
  });

  it('cannot be used, or read, with another key', () => {
    const empty = new SenderMemory({ key: 'another', codes: [] });
    const place = judge(empty, 'ASHLAR77')?.place ?? '';
    expect(place).toMatch(/^[0-9a-f]{16}\.[\w-]+$/);
    const [otherSender, otherTrace = ''] = place.split('.');
    expect(otherSender).not.toBe(sender);
    const [one, two] = [readTrace(trace), readTrace(otherTrace)];
    expect(one?.places.filter((hash) => hash !== 0 && two?.places.includes(hash))).toEqual([]);
    expect(judge(learned('another'), 'HOLMOAK15')).toEqual(judge(empty, 'HOLMOAK15'));
  });

  it('is not changed by answers that cannot be read', () => {
    const broken = ['', 'AAAA', '*'.repeat(90), `${trace}AAAA`].map(
      (text): [string, 'right', string] => [sender, 'right', text],
    );
    const memory = new SenderMemory({ key: 'a key', codes: broken });
    const empty = new SenderMemory({ key: 'a key', codes: [] });
    expect(judge(memory, 'HOLMOAK15')?.confidence).toBe(judge(empty, 'HOLMOAK15')?.confidence);
  });

  it('identifies a sender by its address, or by domain and name if the address changes', () => {
    expect(senderKey({ from: 'Club <News@Club.example>' })).toBe('news@club.example');
    expect(senderKey({ from: 'news@club.example' })).toBe('news@club.example');
    const one = senderKey({ from: 'Quartz Fans <no-reply-7fa1@mail.quartz.example>' });
    expect(one).toBe('quartz fans@quartz.example');
    expect(senderKey({ from: 'Quartz Fans <no-reply-c02e@em2.quartz.example>' })).toBe(one);
    expect(senderKey({ from: 'Quartz Fans <bounce+77120@quartz.example>' })).toBe(one);
    expect(senderKey({ from: 'Other <no-reply-7fa1@mail.quartz.example>' })).not.toBe(one);
    // An address of ordinary words is not mistaken for a rotating one.
    expect(senderKey({ from: 'Ed <facade@abbey.example>' })).toBe('facade@abbey.example');
    for (const from of ['', 'Unknown', 'Unknown <unknown>']) expect(senderKey({ from })).toBe('');
    expect(judge(learned('a key'), 'HOLMOAK15', { from: 'Unknown' })?.place).toBe(undefined);
  });

  it.each([
    [
      'addresses and names',
      'Maria of Quartz <n-10233@quartz.example>',
      'Jo of Quartz <n-88121@quartz.example>',
    ],
    ['hosts', 'Quartz <b+1f@em1.quartz.example>', 'Quartz Tickets <b+2e@em22.quartz.example>'],
    ['addresses without a name', 'ab12cd34@quartz.example', '99ffee10@quartz.example'],
  ])('recognises a list whose mails have other %s by its List-Id', (_, first, next) => {
    const listId = 'news.quartz.example';
    const empty = new SenderMemory({ key: 'a key', codes: [] });
    const [hash = '', place = ''] =
      judge(empty, 'ASHLAR77', { from: first, listId })?.place?.split('.') ?? [];
    const memory = new SenderMemory({ key: 'a key', codes: [[hash, 'right', place]] });
    const before = judge(empty, 'HOLMOAK15')?.confidence;
    expect(judge(memory, 'HOLMOAK15', { from: next, listId })?.confidence).toBeGreaterThan(0.9);
    // Another list of the same organisation, a mail without the field, and the same id under
    // another domain.
    for (const other of [
      { from: next, listId: 'jobs.quartz.example' },
      { from: 'Nobody <n-4711@quartz.example>' },
      { from: next.replace('quartz.example', 'else.example'), listId },
    ])
      expect(judge(memory, 'HOLMOAK15', other)?.confidence).toBe(before);
    expect(hash).toMatch(/^[0-9a-f]{16}$/);
  });

  it('identifies a sender with one address by it, with and without a List-Id', () => {
    expect(senderKey({ from: FROM, listId: 'a.b.example' })).toBe(senderKey({ from: FROM }));
  });

  it.each([
    ['List-Id: Quartz news <News.Quartz.example>', 'news.quartz.example'],
    ['LIST-ID:\r\n\t"Quartz, <the> club"\r\n <club.quartz.example>', 'club.quartz.example'],
    ['List-ID: <17.list-id.quartz.example> (weekly)', '17.list-id.quartz.example'],
    ['List-Id: quartz', undefined],
    ['List-Id: <cut.quartz', undefined],
    ['X-List-Id: <other.quartz.example>', undefined],
  ])('reads the id of %j', (field, id) => {
    const block = `From: A <a@b.example>\r\n${field}\r\nSubject: x\r\n\r\n`;
    expect(readListId(Buffer.from(block))).toBe(id);
  });
});

describe('the text of a trace', () => {
  it('is read as it was written, and has a maximum length', () => {
    const read = readTrace(trace);
    expect(read).not.toBe(null);
    if (read) expect(writeTrace(read)).toBe(trace);
    expect(trace.length).toBeLessThanOrEqual(96);
    const long = { alphabet: 63, length: 4_000, places: Array(11).fill(2 ** 32 - 1) };
    const text = writeTrace({ ...long, words: Array(6).fill(1) });
    expect(text.length).toBeLessThanOrEqual(96);
    expect(readTrace(text)).toMatchObject({ alphabet: 63, length: 255 });
  });
});
