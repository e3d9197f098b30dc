import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FoundCode } from '../../shared/presale-codes/events.ts';
import { readOneMail } from '../../sidecar/mailbox/read-folder.ts';
import { batchOf } from '../../sidecar/reader/protocol.ts';
import { type MailServer, missingDovecot, startDovecot } from './dovecot.ts';
import { writeMaildir } from './maildir.ts';
import { accessTo, BROAD, directReader, newPool, scanOne } from './scan-one.ts';

const reason = missingDovecot();

/** A mail of tests/imap/odd-mails, and what a human reader finds in it. */
interface OddMail {
  file: string;
  /** The artist that is searched for. */
  keyword?: string;
  /** All likely codes; none by default. */
  codes?: string[];
  /** The code in one of these spellings. */
  anyOf?: string[];
  /** Words of the whole mail, and words that a mail program does not show. */
  shows?: string;
  hides?: string;
}

const MAILS: readonly OddMail[] = [
  // mails attached to mails
  { file: 'attached-base64-html', codes: ['LAMPLIGHT'], shows: 'LAMPLIGHT' },
  {
    file: 'attached-qp-encoded-subject',
    keyword: 'Björgvin',
    codes: ['NORDLJUS7'],
    shows: 'Björgvin',
  },
  { file: 'attached-headers-no-code' },
  // several codes in one line
  { file: 'commas', codes: ['PIER14', 'DUNE17', 'GATE20'] },
  { file: 'colons', codes: ['PIER14', 'DUNE17', 'GATE20'] },
  { file: 'bullets', codes: ['PIER14', 'DUNE17', 'GATE20'] },
  { file: 'or', codes: ['PIER14', 'DUNE17'] },
  { file: 'two-and', codes: ['TIDE26', 'WAVE26'] },
  { file: 'fr', codes: ['TIDE26', 'WAVE26', 'REEF26'] },
  { file: 'same-line-strong', codes: ['TIDE26', 'WAVE26', 'REEF26'] },
  { file: 'inline-list', codes: ['PIER14', 'DUNE17', 'GATE20'] },
  // digits in groups
  { file: 'digits-two-groups', anyOf: ['482 913', '482913'] },
  { file: 'digits-four-groups', anyOf: ['4829 1377 2240', '482913772240'] },
  { file: 'leading-zero', anyOf: ['007341552', '007 341 552'] },
  // telephone numbers
  { file: 'card-digits' },
  { file: 'phone-us' },
  { file: 'phone-dotted' },
  // links inside links
  { file: 'redirect-nested', codes: ['TIDEWATER'] },
  { file: 'safelinks', codes: ['TIDEWATER'] },
  { file: 'urldefense-v3', codes: ['TIDEWATER'] },
  { file: 'redirect-u', codes: ['TIDEWATER'] },
  { file: 'unlock-path-param', codes: ['TIDEWATER'] },
  { file: 'discount', codes: ['TIDEWATER'] },
  { file: 'passwd', codes: ['TIDEWATER'] },
  { file: 'plain-safelinks', codes: ['TIDEWATER'] },
  // charsets
  { file: 'iso2022jp-no-charset', keyword: '先行販売', codes: ['HOSHI2026'], shows: '先行販売' },
  { file: 'meta-sjis64', keyword: '先行販売', codes: ['HOSHI2026'], shows: '先行販売' },
  { file: 'meta-125164', keyword: 'предпродажа', codes: ['SEVER77'], shows: 'предпродажа' },
  { file: 'cp949', keyword: '선예매', codes: ['HANGANG5'], shows: '선예매' },
  { file: 'cp850', keyword: 'Björgvin', codes: ['FJORDEN9'], shows: 'Björgvin' },
  { file: 'utf7', keyword: 'Björgvin', codes: ['FJORD+9'], shows: 'Björgvin' },
  { file: 'euc-jp-ms', keyword: '先行', codes: ['HOSHI2026'], shows: '先行' },
  // headers without encoding
  { file: 'raw-latin1-subject', keyword: 'Björgvin', codes: ['NORDLJUS7'] },
  // letters that look like others
  { file: 'math-bold', codes: ['TIDE32'] },
  { file: 'bold-unicode-name', keyword: 'Mara Venn q', codes: ['BOLDNAME7'] },
  { file: 'hyphen-keyword', keyword: 'Kay‑Zee', codes: ['KAYZEE7X'] },
  { file: 'ellipsis-dots', keyword: 'Wait... What', codes: ['WAIT777'] },
  { file: 'sharp-s', keyword: 'Strassenlicht', codes: ['LICHT777'] },
  // what a mail program shows
  { file: 'media-query-class', codes: ['TIDEWATER'], shows: 'TIDEWATER' },
  { file: 'dark-mode', codes: ['TIDEWATER'], shows: 'TIDEWATER' },
  { file: 'selector-list', hides: 'OLDPIER24' },
  { file: 'important', hides: 'OLDPIER24' },
  // letters in boxes
  { file: 'inline-block-divs', codes: ['K7QM2X'] },
  { file: 'cells-with-spacers', codes: ['K7QM2X'] },
  { file: 'flex-divs', codes: ['482913'] },
  // rows under a rowspan
  { file: 'rowspan', codes: ['PIER14', 'PIER15', 'DUNE17'] },
  // unusual types and broken structures
  { file: 'content-type-text', codes: ['LAMPLIGHT'], shows: 'LAMPLIGHT' },
  { file: 'content-type-enriched', codes: ['LAMPLIGHT'], shows: 'LAMPLIGHT' },
  { file: 'double-semicolon', codes: ['LAMPLIGHT'], shows: 'LAMPLIGHT' },
  // flowed text
  { file: 'flowed-delsp', keyword: '先行販売', codes: ['HOSHI2026'], shows: '先行販売' },
  // one code in two cases
  { file: 'case-twins', codes: ['TIDEWATER'] },
  // form fields
  { file: 'input-value', codes: ['TIDEWATER32'] },
  // data that is not text
  { file: 'jpeg-as-text' },
  { file: 'uu-lines' },
  // elements without an end
  { file: 'many-open', codes: ['TIDEWATER'], shows: 'TIDEWATER' },
];

const userOf = ({ file }: OddMail): string => `${file}@x.example`;

describe.skipIf(reason !== null)(
  `odd mails${reason === null ? '' : ` (skipped: ${reason})`}`,
  () => {
    let server: MailServer;
    beforeAll(async () => {
      const plan = { mails: 0, recent: 0, recentDays: 1, now: Date.now() };
      server = await startDovecot(
        new Map(
          MAILS.map((mail) => {
            const bytes = readFileSync(new URL(`odd-mails/${mail.file}.eml`, import.meta.url));
            return [userOf(mail), writeMaildir({ ...plan, extra: [bytes] })];
          }),
        ),
      );
    });
    afterAll(() => server?.stop());

    it.each(MAILS)('are read as a human reads them: $file', async (mail) => {
      const { keyword = 'Mara Venn', codes = [], anyOf, shows, hides } = mail;
      const pool = newPool();
      const access = accessTo(server.plainPort, { user: userOf(mail) });
      const report = await scanOne(pool, access, { ...BROAD, keywords: [keyword] });
      const likely = report.codes.filter(({ confidence }) => confidence >= 0.5);
      const text = await pool.use(access, new AbortController().signal, async (client) => {
        const { uidValidity } = await client.mailboxOpen('INBOX', { readOnly: true });
        const whole = await readOneMail(client, `INBOX/${uidValidity}/1`);
        const [outcome] =
          (await directReader.read(batchOf(null, [whole]), new AbortController().signal)) ?? [];
        return `${whole.subject}\n${outcome?.text}`;
      });
      pool.close();
      const found = likely.map(({ code }: FoundCode) => code).toSorted();
      if (anyOf) expect(anyOf).toContain(found.join('|'));
      else expect(found).toEqual(codes.toSorted());
      if (shows) expect(text).toContain(shows);
      if (hides) expect(text).not.toContain(hides);
    });
  },
);
