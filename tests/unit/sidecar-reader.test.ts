import { afterEach, describe, expect, it, vi } from 'vitest';
import { ANY_CODE } from '../../shared/scanners/any-code.ts';
import { batchOf, type Outcome, type RawMail } from '../../sidecar/reader/protocol.ts';
import { readBatch } from '../../sidecar/reader/read-batch.ts';
import { ReaderThread } from '../../sidecar/reader/reader-thread.ts';

const QUERY = { ...ANY_CODE, keywords: ['presale'], excluded: ['LEAVEOUT1'] };
/** A busy machine takes a second for the first mail of a new thread, which is not a failure. */
const MAIL_MS = 4_000;
const SCRIPT = new URL('./faulty-reader.ts', import.meta.url);

const mail = (subject: string, text: string, part: Partial<RawMail['parts'][0]> = {}): RawMail => ({
  subject,
  from: 'House <news@house.example>',
  hasImages: false,
  parts: [
    { type: 'text/plain', charset: 'utf-8', encoding: '8bit', bytes: Buffer.from(text), ...part },
  ],
});
const withCode = (code: string, subject = 'News'): RawMail =>
  mail(subject, `The fan presale opens on Friday.\r\nYour presale code: ${code}\r\n`);
const batch = (...mails: RawMail[]) => batchOf(QUERY, mails);
const codesOf = (outcomes: readonly Outcome[] | null) =>
  outcomes?.map(({ codes }) => codes.map(({ code }) => code).join());
const never = (): AbortSignal => new AbortController().signal;

const readers: ReaderThread[] = [];
const threadWith = (options?: ConstructorParameters<typeof ReaderThread>[0]): ReaderThread => {
  const reader = new ReaderThread(options);
  readers.push(reader);
  return reader;
};
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(readers.splice(0).map((reader) => reader.stop()));
});

describe('a mail that is read', () => {
  const mails = (): RawMail[] => [
    withCode('FIRST1'),
    mail('Programme', 'Nothing that was asked for.'),
    mail('Presale', '<p>Presale code: <b>GR&Uuml;N77</b></p><img src="a.png">', {
      type: 'text/html',
    }),
    mail('Presale', Buffer.from('Presale code: BASE64X').toString('base64'), {
      encoding: 'base64',
    }),
    mail('Fwd', 'Subject: Presale\r\n\r\nThe presale code is NESTED5', { type: 'message/rfc822' }),
    mail('Presale', '<p>The presale begins, see below</p><img src="code.png">', {
      type: 'text/html',
    }),
    withCode('LEAVEOUT1'),
  ];

  it('returns its match, its codes, and whether one may be in its pictures', () => {
    const outcomes = readBatch(batch(...mails()));
    expect(codesOf(outcomes)).toEqual(['FIRST1', '', 'GRÜN77', 'BASE64X', 'NESTED5', '', '']);
    expect(outcomes.map(({ isMatch }) => isMatch)).toEqual([1, 0, 1, 1, 1, 1, 1].map(Boolean));
    expect(outcomes.map(({ mayBePictured }) => mayBePictured)).toEqual(
      [0, 0, 0, 0, 0, 1, 0].map(Boolean),
    );
  });

  it('returns the same from the thread', async () => {
    const outcomes = await threadWith().read(batch(...mails()), never());
    expect(outcomes).toEqual(readBatch(batch(...mails())));
  });
});

describe('a mail that breaks the reader', () => {
  it.each([
    ['hang', 'LeftOut'],
    ['fill', 'LeftOut'],
    ['exit', 'LeftOut'],
    ['throw', 'RangeError'],
  ])('loses only itself: %s', async (fault, reported) => {
    const lines: string[] = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
    const reader = threadWith({ script: SCRIPT, mailMs: MAIL_MS });
    const trap = withCode('TRAPPED1', `fault ${fault}`);
    const [first, second, third] = await Promise.all([
      reader.read(batch(withCode('BEFORE1'), trap, withCode('AFTER1')), never()),
      reader.read(batch(withCode('NEXT1'), withCode('NEXT2')), never()),
      reader.read(batch(withCode('LAST1')), never()),
    ]);
    expect(codesOf(first)).toEqual(['BEFORE1', '', 'AFTER1']);
    expect(first?.map(({ fault: name }) => name)).toEqual(['', reported, '']);
    expect(codesOf(second)).toEqual(['NEXT1', 'NEXT2']);
    expect(codesOf(third)).toEqual(['LAST1']);
    expect(lines.join('')).not.toMatch(/TRAPPED1|SECRET9|house\.example/);
  });

  it('is skipped at once in later searches and in other mailboxes', async () => {
    const lines: string[] = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
    const reader = threadWith({ script: SCRIPT, mailMs: MAIL_MS });
    const trap = () => withCode('TRAPPED1', 'fault hang');
    await reader.read(batch(trap()), never());
    const again = await reader.read(batch(trap(), withCode('AFTER1')), never());
    expect(again?.map(({ fault }) => fault)).toEqual(['LeftOut', '']);
    expect(codesOf(again)).toEqual(['', 'AFTER1']);
    expect(lines.filter((line) => line.includes('reader ended'))).toHaveLength(1);
  });

  it('delays another search by at most its own time limit, however many of them a mailbox contains', async () => {
    const reader = threadWith({ script: SCRIPT, mailMs: 400 });
    const order: string[] = [];
    const traps = [1, 2, 3].map((i) => withCode(`TRAPPED${i}`, 'fault hang'));
    const others = [1, 2, 3, 4].map((i) => withCode(`OTHER${i}`));
    await Promise.all([
      reader.read(batch(...traps), never()).then(() => order.push('traps')),
      ...others.map((mail, i) =>
        reader.read(batch(mail), never()).then(() => order.push(`other ${i}`)),
      ),
    ]);
    expect(order).toEqual(['other 0', 'other 1', 'other 2', 'other 3', 'traps']);
  });

  it('ends with the search that read it: the next search gets a working thread', async () => {
    const reader = threadWith({ script: SCRIPT, mailMs: MAIL_MS });
    const controller = new AbortController();
    const caught = batch(withCode('TRAPPED1', 'fault hang'), withCode('AFTER1'));
    const ended = [
      reader.read(caught, controller.signal),
      reader.read(batch(withCode('NEVER1')), controller.signal),
      reader.read(batch(withCode('NEVER2')), controller.signal),
    ];
    await vi.waitUntil(() => Atomics.load(caught.marks, 0) === 1, { timeout: 120_000 });
    controller.abort('cancelled');
    expect(await Promise.all(ended)).toEqual([null, null, null]);
    expect(codesOf(await reader.read(batch(withCode('OTHER1')), never()))).toEqual(['OTHER1']);
  });
});

describe('the thread', () => {
  it('warms up only if it is started before mails wait for it', async () => {
    const answers = `import { parentPort, workerData } from 'node:worker_threads';
      parentPort.on('message', ({ id }) => parentPort.postMessage({ id, outcomes: [workerData] }));`;
    const script = new URL(`data:text/javascript,${encodeURIComponent(answers)}`);
    const early = threadWith({ script });
    early.start();
    expect(await early.read(batch(withCode('A1B2')), never())).toEqual([{ warmsUp: true }]);
    const late = threadWith({ script });
    expect(await late.read(batch(withCode('A1B2')), never())).toEqual([{ warmsUp: false }]);
  });

  it('reads nothing for a search that has ended', async () => {
    const ended = AbortSignal.abort('cancelled');
    expect(await threadWith().read(batch(withCode('FIRST1')), ended)).toBeNull();
  });

  it('rejects pending reads when it cannot be started', async () => {
    const reader = threadWith({ script: new URL('./no-such-thread.ts', import.meta.url) });
    const reading = [reader.read(batch(withCode('A1B2')), never())];
    reading.push(reader.read(batch(withCode('C3D4')), never()));
    for (const one of reading) await expect(one).rejects.toThrow('cannot be started');
  });

  it('resolves pending reads to null when it is stopped', async () => {
    const reader = threadWith({ script: SCRIPT });
    const reading = reader.read(batch(withCode('TRAPPED1', 'fault hang')), never());
    await reader.stop();
    expect(await reading).toBeNull();
  });
});

describe('what a search reports beside its codes', () => {
  const outcomeOf = (text: string, query: Partial<typeof QUERY> = {}) =>
    readBatch(batchOf({ ...QUERY, ...query }, [mail('Fan presale', text)]))[0];
  const sentence = (code: string) =>
    `The fan presale opens on Friday.\r\nYour presale code: ${code}\r\n`;

  it.each([
    ['an exact length', { minLength: 4, maxLength: 4 }, ['LAMPLIGHT777']],
    ['no digits', { numbers: 'no' as const }, ['LAMPLIGHT777']],
    ['special characters', { specials: 'obligatory' as const }, ['LAMPLIGHT777']],
    ['nothing', {}, []],
    ['a name', { excluded: ['lamplight777'] }, []],
  ])('a likely code that its criteria exclude: %s', (_, query, codes) => {
    expect(outcomeOf(sentence('LAMPLIGHT777'), query)?.leftOutCodes).toEqual(codes);
  });

  it.each([
    [
      'The presale is on Friday. Your code will be sent to you by SMS on Thursday.',
      'code_by_text_message',
    ],
    ['Presale on Friday: we will text you your code an hour before.', 'code_by_text_message'],
    ['Vorverkauf am Freitag. Den Code erhältst du per SMS.', 'code_by_text_message'],
    ['Prévente vendredi. Vous recevrez votre code par SMS.', 'code_by_text_message'],
    ['Preventa el viernes. Recibirás tu código por SMS.', 'code_by_text_message'],
    ['Presale on Friday. You will find your code in the app.', 'code_in_app'],
    ['Vorverkauf am Freitag. Du findest deinen Code in der App.', 'code_in_app'],
    ['Prévente vendredi. Trouvez votre code dans l’application.', 'code_in_app'],
    ['Presale on Friday. No code is needed.', undefined],
    ['Presale on Friday. Get our app for news of the tour.', undefined],
    ['Presale on Friday. Your one-time verification code will be sent by SMS.', undefined],
  ])('a code that is sent in another way: %s', (text, kind) => {
    expect(outcomeOf(text, { keywords: ['e'] })?.delivery?.kind).toBe(kind);
  });

  it('no other way in a mail that contains its code', () => {
    const text = `${sentence('LAMPLIGHT777')}You will also find your code in the app.`;
    expect(outcomeOf(text)?.delivery).toBeNull();
  });
});
