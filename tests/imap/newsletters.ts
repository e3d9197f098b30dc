/**
 * Newsletters as ticket houses send them: many senders, tables in tables, inline styles, tracking links, a plain text
 * part.
 */

const SENDERS = [
  'Northern Hall',
  'Velvet Herons',
  'Radio Eleven',
  'City Arena',
  'Lantern Festival',
  'Harbour Nights',
  'Opera on the Hill',
  'Bank Perks',
  'Mobile Rewards',
  'The Long Room',
  'Kulturhaus',
  'Salle Bleue',
  'Teatro del Mar',
  'Casa da Musica',
  'Poppodium Noord',
  'Nordic Stage',
  'Palazzo Eventi',
  'Fan Club Desk',
  'Season Ticket Office',
  'Late Shows',
];
const CITIES = [
  'Leeds',
  'Madrid',
  'Berlin',
  'Paris',
  'Milano',
  'Utrecht',
  'Lisboa',
  'Malmö',
  'Boston',
  'Toronto',
];
/** Sentences with a code, which replaces `@`. */
const OFFERS = [
  'Your presale code is @. Presale opens Friday at 10:00.',
  'Use code @ at checkout before the general sale begins.',
  'As a member you get early access. Enter the password @ on the event page.',
  'Fan presale: unlock your tickets with @ from Wednesday, 9 am.',
  'Ihr Vorverkaufscode lautet @. Der Vorverkauf beginnt am Freitag um 10 Uhr.',
  'Votre code de prévente : @. La prévente ouvre mercredi à 10 h.',
  'Introduce el código @ para acceder a la preventa exclusiva.',
  'Il codice per la prevendita è @. Valido fino a domenica.',
  'Met de code @ koop je jouw kaarten in de voorverkoop.',
  'Förköpskod: @. Förköpet startar på torsdag klockan 9.',
];
const PROSE = [
  'Join us for an evening of new songs and old favourites, with the full band and a string section.',
  'Doors open at seven, support from half past, and the last trains leave well after the encore.',
  'Tickets start at 32.50 plus booking fee; up to six per person while stocks last.',
  'Our bar opens early on show nights, and members skip the queue at the cloakroom.',
  'The spring season brings forty concerts, twelve films with live score and three weekends for families.',
];

/** Numbers that look random and are the same in every run. */
function* numbers(seed: number): Generator<number> {
  let state = seed >>> 0;
  while (true) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state;
  }
}

const pick = <T>(list: readonly T[], number: number): T => list[number % list.length] as T;

function codeOf(draw: () => number): string {
  const word = pick(
    ['HERON', 'LANTERN', 'NIGHT', 'VELVET', 'NORTH', 'ECHO', 'RIVER', 'STAGE'],
    draw(),
  );
  return pick(
    [
      word + (draw() % 90),
      `${word}-${draw() % 900}`,
      `${word}${pick(['FAN', 'VIP', 'PRE'], draw())}`,
    ],
    draw(),
  );
}

function block(draw: () => number, name: string): string {
  const city = pick(CITIES, draw());
  const link = `https://click.${name}.example/c/${draw().toString(36)}${draw().toString(36)}?utm_source=newsletter&amp;utm_medium=email&amp;utm_campaign=${draw()}`;
  return `<tr><td align="left" valign="top" style="padding:24px 32px 0 32px;font-family:Helvetica,Arial,sans-serif;font-size:16px;line-height:24px;color:#222222;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
<td width="180" style="padding-right:16px;"><a href="${link}" target="_blank" style="text-decoration:none;"><img src="https://img.${name}.example/${draw()}.jpg" width="180" height="120" alt="${city}" style="display:block;border:0;outline:none;"></a></td>
<td style="font-size:15px;line-height:22px;"><strong style="font-size:18px;">${city}, ${1 + (draw() % 28)} ${pick(['March', 'April', 'May', 'June'], draw())} 2027</strong><br>${pick(PROSE, draw())} ${pick(PROSE, draw())}<br><a href="${link}" style="color:#c02942;font-weight:bold;">Find out more &rsaquo;</a></td>
</tr></table></td></tr>`;
}

const quotedPrintable = (text: string): string =>
  [...Buffer.from(text)]
    .map((byte) =>
      byte === 61 || byte > 126 ? `=${byte.toString(16).toUpperCase()}` : String.fromCharCode(byte),
    )
    .join('')
    .split('\n')
    .map((line) => line.replace(/.{60,72}(?:=[0-9A-F]{2}|[^=]{3})(?=.)/g, '$&=\r\n'))
    .join('\r\n');

const base64 = (text: string): string =>
  Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\r\n');

/**
 * The newsletter number `seed`: 15 to 60 kB, in quoted-printable or base64. Nine of ten contain a
 * presale code.
 */
export function newsletter(seed: number): Buffer {
  const random = numbers(seed + 1);
  const draw = (): number => (random.next().value ?? 0) >>> 5;
  const sender = pick(SENDERS, draw());
  const name = sender.toLowerCase().replace(/[^a-z]/g, '');
  const hasCode = seed % 10 !== 9;
  const code = codeOf(draw);
  const offer = hasCode ? pick(OFFERS, draw()).replace('@', code) : pick(PROSE, draw());
  const shown = hasCode
    ? offer.replace(
        code,
        `<span style="font-family:Courier,monospace;font-size:22px;letter-spacing:2px;border:1px dashed #999999;padding:4px 10px;">${code}</span>`,
      )
    : offer;
  const blocks = Array.from({ length: 8 + (draw() % 24) }, () => block(draw, name)).join('\n');
  const css = Array.from(
    { length: 60 },
    (_, i) =>
      `.c${i} td.w${i}{padding:${i}px 0 ${i}px 0!important;font-size:${12 + (i % 9)}px!important}`,
  ).join('\n');
  const html = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${sender}</title><style>@media only screen and (max-width:600px){${css}} .preheader{display:none;max-height:0}</style></head>
<body style="margin:0;padding:0;background:#f4f4f4;"><div class="preheader" style="display:none;font-size:1px;color:#f4f4f4;line-height:1px;max-height:0;opacity:0;overflow:hidden;">${offer}&zwnj;&nbsp;&zwnj;&nbsp;&zwnj;&nbsp;</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f4f4f4"><tr><td align="center"><table role="presentation" width="640" cellpadding="0" cellspacing="0" border="0" style="background:#ffffff;">
<tr><td style="padding:24px 32px;"><h1 style="font-family:Helvetica,Arial,sans-serif;font-size:26px;">${sender}</h1><p style="font-size:16px;line-height:24px;">${shown}</p></td></tr>
${blocks}
<tr><td style="padding:32px;font-size:12px;line-height:18px;color:#888888;">You receive this because you signed up at ${name}.example. Order number ${draw()}. <a href="https://${name}.example/unsubscribe?id=${draw()}">Unsubscribe</a> | <a href="https://${name}.example/privacy">Privacy</a></td></tr></table></td></tr></table><img src="https://open.${name}.example/${draw()}.gif" width="1" height="1" alt=""></body></html>`;
  const plain = `${sender}\n\n${offer}\n\n${PROSE.map((line) => `${line}\nhttps://${name}.example/e/${draw()}\n`).join('\n')}\nUnsubscribe: https://${name}.example/unsubscribe?id=${draw()}\n`;
  const isBase64 = draw() % 3 === 0;
  const encoding = isBase64 ? 'base64' : 'quoted-printable';
  const encode = isBase64 ? base64 : quotedPrintable;
  const part = (type: string, text: string) =>
    `--=_b${seed}\r\nContent-Type: ${type}; charset="utf-8"\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${encode(text)}\r\n`;
  return Buffer.from(
    `From: ${sender} <news@${name}.example>\r\nSubject: ${pick(['Early access', 'This week', 'On sale soon', 'Members first', 'New dates'], draw())}: ${pick(CITIES, draw())}\r\nMessage-ID: <${seed}@${name}.example>\r\nList-Unsubscribe: <https://${name}.example/u>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary="=_b${seed}"\r\n\r\n${part('text/plain', plain)}${part('text/html', html)}--=_b${seed}--\r\n`,
  );
}
