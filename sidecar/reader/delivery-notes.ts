import type { CodeDelivery } from '../../shared/presale-codes/events.ts';

/**
 * Sentences that name another way in which a presale code is delivered, so that nobody needs to
 * search the mail for it. These are rules without weights: there are few words, and a wrong note
 * costs little.
 */

const CODE =
  '(?:codes?|pass(?:word|code|wort)s?|pin|\\p{L}{0,20}codes?|code[- ]?\\p{L}{0,12}|mot de passe|contraseña|c[óo]digos?|codici?e?|kod\\p{L}{0,3}|wachtwoord|senha|lösenord|hasł[oa]|コード|代码|코드)';
const GAP = '[^.!?;\\n]{0,90}?';
const START = '(?<![\\p{L}\\p{N}])';
const END = '(?![\\p{L}\\p{N}])';

const TEXT_MESSAGE = `(?:sms(?:-?\\p{L}{0,10})?|text messages?|texte?d? (?:to|you)|whatsapp|kurznachricht|短信|ショートメッセージ|문자)`;
const APP =
  "(?:(?:in|on|inside|through|via|open) (?:the|our|your|its|my)?\\s?(?:\\p{L}{1,20} ){0,2}app|(?:in|über|ueber) (?:der|die|unserer?|deiner?|ihrer?) (?:\\p{L}{0,20}-?)?app|dans (?:l[’']|notre |votre )?(?:\\p{L}{1,20} )?(?:application|appli)|en (?:la|nuestra|tu) (?:app|aplicaci[óo]n)|nell[’']app|no (?:nosso |seu )?(?:app|aplicativo)|in de(?: \\p{L}{1,20})?[- ]?app|i appen|w (?:naszej )?aplikacji|アプリ|应用|앱)";
/** A word for what is still to come, or for where to look: "will be sent", "find", "erhältst". */
const COMES =
  '(?:will|sent|send|sends|get|receive[ds]?|arrives?|comes?|delivered|find|see|shown|waiting|available|text|view|kommt|erhältst|erhalten|bekommst|gesendet|senden|schicken|geschickt|findest|finden|recevr\\p{L}{1,4}|envo\\p{L}{1,6}|trouve\\p{L}{0,4}|recibir\\p{L}{1,4}|enviar\\p{L}{0,4}|encontrar\\p{L}{0,4}|invia\\p{L}{0,5}|ricever\\p{L}{1,4}|trov\\p{L}{1,4}|ontvang\\p{L}{0,3}|verstu\\p{L}{1,4}|vind\\p{L}{0,2}|receber\\p{L}{0,3}|skickas|hittar|otrzyma\\p{L}{0,3}|wyśle\\p{L}{0,3}|znajdzie\\p{L}{0,3}|届|送|お送り)';

const pattern = (...parts: string[]): RegExp => new RegExp(`${START}${parts.join(GAP)}`, 'iu');

/** The delivery of a code, and the orders of words in which mails describe it. */
const WAYS: readonly (readonly [CodeDelivery['kind'], readonly RegExp[]])[] = [
  [
    'code_by_text_message',
    [
      pattern(`${CODE}${END}`, TEXT_MESSAGE),
      pattern(TEXT_MESSAGE, CODE + END),
      /(?<!\p{L})(?:we(?:['’]ll| will)|will be) text(?:ing|ed)?(?: you)?[^.!?;\n]{0,60}(?:code|password)/iu,
    ],
  ],
  ['code_in_app', [pattern(`${CODE}${END}`, APP), pattern(APP, CODE + END)]],
];
const HAS_VERB = new RegExp(COMES, 'iu');
/** The code of a sign-in, and a sentence without a code at all. */
const OTHER_CODE = /one[- ]time|verif|log ?in|sign ?in|anmeld|2fa|two[- ]factor|delivery|parcel/i;

/** Characters of a sentence that are kept. */
const MOST_SHOWN = 300;

/** The sentences of a line. */
const sentencesOf = (line: string): string[] => line.substring(0, 2_000).split(/(?<=[.!?。])\s+/);

/**
 * The other way in which the code of a mail is sent, with the sentence that names it; null if there
 * is none.
 */
export function deliveryOf(
  lines: readonly string[],
): Pick<CodeDelivery, 'kind' | 'evidence'> | null {
  for (const line of lines)
    for (const sentence of sentencesOf(line)) {
      if (!HAS_VERB.test(sentence) || OTHER_CODE.test(sentence)) continue;
      const way = WAYS.find(([, patterns]) => patterns.some((one) => one.test(sentence)));
      if (way) return { kind: way[0], evidence: sentence.trim().substring(0, MOST_SHOWN) };
    }
  return null;
}
