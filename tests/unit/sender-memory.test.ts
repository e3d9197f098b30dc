import { describe, expect, it } from 'vitest';
import { findCodes, readTrace, writeTrace } from '../../code-finder/index.ts';
import { mailLines } from '../../mail-lines/mail-text.ts';
import { SenderMemory, senderKey } from '../../sidecar/reader/sender-memory.ts';

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

/** The code of a mail with its place, judged with the memory. */
function judge(memory: SenderMemory, code: string, from = FROM) {
  const { codes } = findCodes(mailOf(code), { keywords: [], learned: memory.learnedOf(from) });
  const found = codes.find((one) => one.code === code);
  return found && memory.withPlace(from, found);
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
    expect(judge(learned('a key'), 'HOLMOAK15', other)?.confidence).toBe(empty);
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

  it('names a sender by its address, or by domain and name if the address changes', () => {
    expect(senderKey('Club <News@Club.example>')).toBe('news@club.example');
    expect(senderKey('news@club.example')).toBe('news@club.example');
    const one = senderKey('Quartz Fans <no-reply-7fa1@mail.quartz.example>');
    expect(one).toBe('quartz fans@quartz.example');
    expect(senderKey('Quartz Fans <no-reply-c02e@em2.quartz.example>')).toBe(one);
    expect(senderKey('Quartz Fans <bounce+77120@quartz.example>')).toBe(one);
    expect(senderKey('Other <no-reply-7fa1@mail.quartz.example>')).not.toBe(one);
    // An address of ordinary words is not taken for a rotating one.
    expect(senderKey('Ed <facade@abbey.example>')).toBe('facade@abbey.example');
    for (const from of ['', 'Unknown', 'Unknown <unknown>']) expect(senderKey(from)).toBe('');
    expect(judge(learned('a key'), 'HOLMOAK15', 'Unknown')?.place).toBe(undefined);
  });
});

describe('the text of a trace', () => {
  it('is read as it was written, and has a bound', () => {
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
