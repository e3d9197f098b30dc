import { simpleParser } from 'mailparser';
import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { readMail } from '../../mail-lines/mime-tree.ts';
import { mailShapes } from './mail-shapes.ts';

const MAILS = 300;
/** Readers differ in blanks and line ends. */
const plain = (text: string | false | undefined): string =>
  (text || '').replace(/\s+/g, ' ').trim();

interface Reading {
  subject: string;
  text: string;
  html: string;
}

function readOwn(bytes: Buffer): Reading {
  const { subject, parts } = readMail(bytes);
  const of = (type: string): string =>
    parts
      .filter((part) => part.type === type)
      .map(({ text }) => text)
      .join('\n');
  return { subject: plain(subject), text: plain(of('text/plain')), html: plain(of('text/html')) };
}

/**
 * The result of mailparser. If a mail has only markup, it contains a text that mailparser created.
 */
async function ofMailparser(bytes: Buffer): Promise<Reading> {
  const { subject, text, html } = await simpleParser(bytes, {
    skipHtmlToText: true,
    skipTextToHtml: true,
    keepCidLinks: true,
  });
  return { subject: plain(subject), text: plain(text), html: plain(html) };
}

async function ofPostalMime(bytes: Buffer): Promise<Reading> {
  const { subject, text, html } = await PostalMime.parse(bytes);
  return { subject: plain(subject), text: plain(text), html: plain(html) };
}

describe('mails of all shapes', () => {
  it('have the texts that mailparser and postal-mime agree on', async () => {
    let agreed = 0;
    const different: object[] = [];
    for (const bytes of mailShapes(MAILS, 5)) {
      const [first, second] = await Promise.all([ofMailparser(bytes), ofPostalMime(bytes)]);
      const read = readOwn(bytes);
      for (const field of ['subject', 'text', 'html'] as const) {
        if (first[field] === '' || first[field] !== second[field]) continue;
        agreed++;
        if (read[field] !== first[field])
          different.push({
            field,
            own: read[field],
            both: first[field],
            mail: bytes.toString('latin1'),
          });
      }
    }
    expect(agreed).toBeGreaterThan(1.5 * MAILS);
    expect(different).toEqual([]);
  });
});
