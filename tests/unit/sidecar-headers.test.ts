import { describe, expect, it } from 'vitest';
import { decodeHeader, readHeaders, senderOf } from '../../sidecar/mail/headers.ts';

describe('a sender', () => {
  it.each([
    ['Brass Lantern <news@lantern.example>', 'Brass Lantern <news@lantern.example>'],
    ['"Lantern, Brass" <news@lantern.example>', 'Lantern, Brass <news@lantern.example>'],
    [
      String.raw`"The \"Hall\" \\ Box" <box@hall.example>`,
      String.raw`The "Hall" \ Box <box@hall.example>`,
    ],
    ['<news@lantern.example>', 'news@lantern.example'],
    ['news@lantern.example', 'news@lantern.example'],
    ['=?utf-8?Q?Z=C3=BCrich?= <z@hall.example>', 'Zürich <z@hall.example>'],
    ['"=?utf-8?B?WsO8cmljaA==?=" <z@hall.example>', 'Zürich <z@hall.example>'],
    ['"never closed <z@hall.example>', '"never closed <z@hall.example>'],
    ['', ''],
    [undefined, ''],
  ])('of %j is shown as an operator reads it', (value, shown) => {
    expect(senderOf(value)).toBe(shown);
  });
});

describe('header lines', () => {
  const subjectOf = (block: Buffer): string => decodeHeader(readHeaders(block).get('subject'));

  it('are joined where they go on, the first of a repeated one counts', () => {
    const block = 'Subject: Presale\r\n code\r\nFrom: a@x.example\r\nsubject: second\r\n\r\n';
    expect([...readHeaders(Buffer.from(block))]).toEqual([
      ['subject', 'Presale code'],
      ['from', 'a@x.example'],
    ]);
  });

  it('are read in whatever way their letters are written', () => {
    expect(subjectOf(Buffer.from('Subject: Prévente\r\n', 'utf8'))).toBe('Prévente');
    expect(subjectOf(Buffer.from('Subject: Prévente\r\n', 'latin1'))).toBe('Prévente');
    expect(subjectOf(Buffer.from('Subject: =?iso-8859-1?Q?Pr=E9vente?=\r\n'))).toBe('Prévente');
  });

  it('may be missing', () => {
    expect(subjectOf(Buffer.alloc(0))).toBe('');
    expect(subjectOf(Buffer.from('\r\n'))).toBe('');
  });
});
