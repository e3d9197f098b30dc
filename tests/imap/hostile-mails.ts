const MEGABYTE = 1024 * 1024;

const head = (name: string, type: string, more = ''): string =>
  `From: ${name} <${name}@hostile.example>\r\nSubject: Presale ${name}\r\n${more}MIME-Version: 1.0\r\nContent-Type: ${type}\r\n`;

const nest = (depth: number, open: (i: number) => string, inner: string): string =>
  Array.from({ length: depth }, (_, i) => open(i)).join('') + inner;

/** Mails that are made to harm their reader: their name and their bytes. */
export function hostileMails(megabytes: number): Map<string, Buffer> {
  const size = megabytes * MEGABYTE;
  const line = 'Presale code: GIANT42\r\n';
  const filler = 'Nothing to see here, code word of the day.\r\n'.repeat(size / 44);
  const parts = Array.from(
    { length: 9000 },
    (_, i) =>
      `--b\r\nContent-Type: text/plain; name="${'n'.repeat(Math.min(2000, size / 9000 - 60))}${i}"\r\n\r\nx\r\n`,
  ).join('');
  const mails: [string, string][] = [
    ['plain', `${head('plain', 'text/plain')}\r\n${line}${filler}`],
    [
      'base64',
      `${head('base64', 'text/plain', 'Content-Transfer-Encoding: base64\r\n')}\r\n${Buffer.from(line + filler.slice(0, size / 2)).toString('base64')}`,
    ],
    ['one-line', `${head('one-line', 'text/html')}\r\n<p>${line}</p>${'<b>code'.repeat(size / 7)}`],
    ['many-parts', `${head('many-parts', 'multipart/mixed; boundary=b')}\r\n${parts}--b--\r\n`],
    [
      'long-subject',
      `Subject: ${'Presale '.repeat(size / 8)}\r\n${head('long', 'text/plain')}\r\n${line}`,
    ],
    [
      'long-header',
      `X-Long: ${'x'.repeat(size)}\r\n${head('long-header', `text/plain; name="${'y'.repeat(size / 4)}"`)}\r\n${line}`,
    ],
    [
      'deep',
      nest(
        1000,
        (i) =>
          i === 0
            ? `${head('deep', 'multipart/mixed; boundary=b0')}\r\n`
            : `--b${i - 1}\r\nContent-Type: multipart/mixed; boundary=b${i}\r\n\r\n`,
        `--b999\r\n\r\n${line}`,
      ),
    ],
    [
      'mails-in-mails',
      nest(
        500,
        (i) => `${head(`inner${i}`, 'message/rfc822')}\r\n`,
        `${head('last', 'text/plain')}\r\n${line}`,
      ),
    ],
    ['no-boundary', `${head('no-boundary', 'multipart/alternative')}\r\n${line}`],
    ['no-type', `${head('no-type', ';;;==; boundary="')}\r\n${line}`],
    ['zeros', `${head('zeros', 'text/plain; charset=utf-16')}\r\n\0\0\0${line}`],
    ['no-body', head('no-body', 'text/plain')],
  ];
  return new Map(mails.map(([name, text]) => [name, Buffer.from(text, 'latin1')]));
}
