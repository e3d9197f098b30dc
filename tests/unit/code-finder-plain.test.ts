import { describe, expect, it } from 'vitest';
import { findCodes } from '../../code-finder/index.ts';
import { mailLines } from '../../mail-lines/mail-text.ts';

/**
 * One language: mails that contain a presale code `{c}`, and mails with the same frames in which
 * `{c}` is a code for something else.
 */
interface Language {
  subject: string;
  statements: readonly string[];
  decoySubject: string;
  decoys: readonly string[];
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  en: {
    subject: 'The Copper Gulls: tickets before everyone else',
    statements: [
      'Your presale code\n\n{c}\n\nPresale opens Thursday at 10am.',
      'Presale opens Thursday at 10am [code: {c}].',
      '<p>Presale opens Thursday. Your code is <b>{c}</b>.</p>',
      'Enter "{c}" in the promo box to unlock presale tickets.',
      "It's here! Your presale password for The Copper Gulls: {c}",
      'Unique access code   {c}\nShow                 The Copper Gulls\nWindow               25 Nov 14:00',
      '<table><tr><th>Country</th><th>Presale code</th></tr><tr><td>Ireland</td><td>{c}</td></tr></table>',
    ],
    decoySubject: 'Your visit to the arena',
    decoys: [
      'Your hotel code\n\n{c}\n\nCheck-in from 3pm.',
      'Your order is on its way [order number: {c}].',
      '<p>20% off hoodies this week. Your code is <b>{c}</b>.</p>',
      'Enter "{c}" to sign in. The code expires in 10 minutes.',
      "It's here! Your merch discount code: {c}",
    ],
  },
  de: {
    subject: 'Nordlys: Karten vor allen anderen',
    statements: [
      'Dein Vorverkaufscode\n\n{c}\n\nAb Donnerstag, 10 Uhr.',
      'Der Vorverkauf beginnt am Donnerstag (Code: {c}).',
      'Sichere dir Tickets mit dem Vorverkaufscode {c}.',
      'Gib „{c}“ im Feld Aktionscode ein und buche vor allen anderen.',
      'Endlich! Dein Zugangscode für Nordlys: {c}',
      '<table><tr><td>Presale-Code</td><td><b>{c}</b></td></tr></table>',
    ],
    decoySubject: 'Dein Besuch in der Halle',
    decoys: [
      'Dein Hotelcode\n\n{c}\n\nAnreise ab 15 Uhr.',
      'Deine Bestellung ist unterwegs (Bestellnummer: {c}).',
      'Spare 20 % im Shop mit dem Gutscheincode {c}.',
      'Gib „{c}“ zur Anmeldung ein. Der Code ist 10 Minuten gültig.',
    ],
  },
  fr: {
    subject: 'Les Marées : vos places avant tout le monde',
    statements: [
      'Votre code de prévente\n\n{c}\n\nOuverture jeudi à 10h.',
      'La prévente ouvre jeudi à 10h (code : {c}).',
      '<p>Le mot de passe de la prévente est <b>{c}</b>.</p>',
      'Saisissez « {c} » dans la case code promo pour débloquer la prévente.',
      'Enfin ! Votre code d’accès pour Les Marées : {c}',
    ],
    decoySubject: 'Votre venue au Dôme',
    decoys: [
      'Votre code hôtel\n\n{c}\n\nArrivée à partir de 15h.',
      'Votre commande est en route (numéro de commande : {c}).',
      '<p>-20 % à la boutique. Le code de réduction est <b>{c}</b>.</p>',
      'Saisissez « {c} » pour vous connecter. Ce code expire dans 10 minutes.',
    ],
  },
  es: {
    subject: 'Los Faroles: entradas antes que nadie',
    statements: [
      'Tu código de preventa\n\n{c}\n\nDesde el jueves a las 10.',
      'La preventa empieza el jueves a las 10 (código: {c}).',
      '<p>La contraseña de la preventa es <b>{c}</b>.</p>',
      'Introduce "{c}" en la casilla de código para desbloquear la preventa.',
      '¡Por fin! Tu código de acceso para Los Faroles: {c}',
    ],
    decoySubject: 'Tu visita al estadio',
    decoys: [
      'Tu código de hotel\n\n{c}\n\nEntrada desde las 15 h.',
      'Tu pedido va en camino (número de pedido: {c}).',
      '<p>20 % de descuento en la tienda. El código es <b>{c}</b>.</p>',
      'Introduce "{c}" para iniciar sesión. El código caduca en 10 minutos.',
    ],
  },
  it: {
    subject: 'Otto Brandt: biglietti prima di tutti',
    statements: [
      'Il tuo codice prevendita\n\n{c}\n\nDa giovedì alle 10.',
      'La prevendita apre giovedì alle 10 (codice: {c}).',
      '<p>La password per la prevendita è <b>{c}</b>.</p>',
      'Inserisci "{c}" nel campo codice per sbloccare la prevendita.',
      'Ci siamo! Il tuo codice di accesso per Otto Brandt: {c}',
    ],
    decoySubject: 'La tua visita al Forum',
    decoys: [
      'Il tuo codice hotel\n\n{c}\n\nCheck-in dalle 15.',
      'Il tuo ordine è in viaggio (numero ordine: {c}).',
      '<p>20% di sconto nello shop. Il codice sconto è <b>{c}</b>.</p>',
      'Inserisci "{c}" per accedere. Il codice scade tra 10 minuti.',
    ],
  },
  nl: {
    subject: 'Velvet Harbour: eerder kaarten dan anderen',
    statements: [
      'Je voorverkoopcode\n\n{c}\n\nVanaf donderdag 10 uur.',
      'De voorverkoop begint donderdag om 10 uur (code: {c}).',
      '<p>Het wachtwoord voor de voorverkoop is <b>{c}</b>.</p>',
      'Vul "{c}" in bij actiecode om de voorverkoop te openen.',
      'Eindelijk! Jouw toegangscode voor Velvet Harbour: {c}',
    ],
    decoySubject: 'Je bezoek aan de Maashal',
    decoys: [
      'Je hotelcode\n\n{c}\n\nInchecken vanaf 15 uur.',
      'Je bestelling is onderweg (bestelnummer: {c}).',
      '<p>20% korting in de webshop. De kortingscode is <b>{c}</b>.</p>',
      'Vul "{c}" in om in te loggen. De code verloopt over 10 minuten.',
    ],
  },
  pt: {
    subject: 'Juno Vale: bilhetes antes de todos',
    statements: [
      'O seu código de pré-venda\n\n{c}\n\nA partir de quinta às 10h.',
      'A pré-venda abre quinta às 10h (código: {c}).',
      '<p>A senha da pré-venda é <b>{c}</b>.</p>',
      'Digite "{c}" no campo do código para desbloquear a pré-venda.',
      'Chegou! Seu código de acesso para Juno Vale: {c}',
    ],
    decoySubject: 'A sua visita ao Coliseu',
    decoys: [
      'O seu código do hotel\n\n{c}\n\nCheck-in a partir das 15h.',
      'O seu pedido está a caminho (número do pedido: {c}).',
      '<p>20% de desconto na loja. O código de desconto é <b>{c}</b>.</p>',
      'Digite "{c}" para entrar na sua conta. O código expira em 10 minutos.',
    ],
  },
  pl: {
    subject: 'Zorza: bilety przed wszystkimi',
    statements: [
      'Twój kod przedsprzedażowy\n\n{c}\n\nOd czwartku, 10:00.',
      'Przedsprzedaż rusza w czwartek o 10:00 (kod: {c}).',
      '<p>Hasło do przedsprzedaży to <b>{c}</b>.</p>',
      'Wpisz „{c}” w polu na kod, aby odblokować przedsprzedaż.',
      'Nareszcie! Twój kod dostępu na koncert Zorzy: {c}',
    ],
    decoySubject: 'Twoja wizyta w hali',
    decoys: [
      'Twój kod hotelowy\n\n{c}\n\nZameldowanie od 15:00.',
      'Twoje zamówienie jest w drodze (numer zamówienia: {c}).',
      '<p>20% taniej w sklepie. Kod rabatowy to <b>{c}</b>.</p>',
      'Wpisz „{c}”, aby się zalogować. Kod jest ważny 10 minut.',
    ],
  },
  ja: {
    subject: '【青い街灯】チケット先行販売のお知らせ',
    statements: [
      '先行受付コード\n\n{c}\n\n木曜10時から。',
      '先行販売は木曜10時からです（コード：{c}）。',
      '<p>先行販売のパスワードは<b>{c}</b>です。</p>',
      '購入ページで「{c}」と入力すると先行チケットが購入できます。',
      'お待たせしました！青い街灯の先行アクセスコード：{c}',
    ],
    decoySubject: 'ご来場のご案内',
    decoys: [
      'ホテル宿泊コード\n\n{c}\n\nチェックインは15時から。',
      'ご注文の商品を発送しました（注文番号：{c}）。',
      '<p>グッズが20%オフ。割引コードは<b>{c}</b>です。</p>',
      'ログインするには「{c}」と入力してください。認証コードは10分間有効です。',
    ],
  },
};

const CODES = ['QUAY77', 'KJ8RD-22PLM-0VX', 'ANKER-JAZZ', 'FF-2027'];

function chanceOf(code: string, subject: string, mail: string): number {
  const type = mail.startsWith('<') ? 'text/html' : 'text/plain';
  const lines = mailLines({
    subject,
    from: 'Club <club@band.example>',
    date: '',
    hasImages: false,
    parts: [{ type, text: mail.replace('{c}', code) }],
  });
  return findCodes(lines).codes.find((found) => found.code === code)?.confidence ?? 0;
}

const withCodes = (mails: readonly string[]) =>
  mails.flatMap((mail) => CODES.map((code) => ({ mail, code })));

describe.each(Object.entries(LANGUAGES))('plain mails, %s', (_, language) => {
  const { subject, statements, decoySubject, decoys } = language;

  it.each(withCodes(statements))('contains the presale code $code: $mail', ({ mail, code }) => {
    expect(chanceOf(code, subject, mail)).toBeGreaterThanOrEqual(0.8);
  });

  it.each(withCodes(decoys))('contains no presale code $code: $mail', ({ mail, code }) => {
    expect(chanceOf(code, decoySubject, mail)).toBeLessThan(0.3);
  });
});
