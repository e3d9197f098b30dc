import { ending, endsWith } from '../../shared/text.ts';
import { type MailContext, surroundings } from './context.ts';
import type { ObservedCode } from './observations.ts';

/**
 * Codes and numbers whose sentence names another purpose: a price reduction, a download, a refund, the number of an
 * invoice. The words are exact, so that a rule decides and no weight.
 */

/** A reduction of the price, which no presale code gives. */
const REDUCTION = new RegExp(
  [
    String.raw`(?<![\d.,])[1-9]\d?(?:[.,]\d)? ?(?:%|per ?cent(?![a-z])|prozent|pour cent|por ciento|por cento|procent)`,
    String.raw`[£$€] ?\d+(?:[.,]\d\d)? off(?![a-z])`,
    String.raw`\d+(?:[.,]\d\d)? ?(?:€|£|eur|euros?|kr|zl) (?:rabat|nachlass|de (?:remise|reduction|rabais|descuento|desconto|moins)|di sconto|korting|menos|in meno|gutschrift|off(?![a-z])|billigare|taniej)`,
    String.raw`(?<![a-z\d])(?:2|3|two|three|deux|zwei|due|dos|dois|twee)[- ](?:for|fur|pour|por|per|voor)[- ](?:1|2|one|two|une?|eine?[ns]?|uno|um|een)(?![a-z\d])`,
    String.raw`(?<![a-z])(?:ten|fifteen|twenty|thirty|fifty|zehn|zwanzig|dreissig|dix|quinze|vingt|diez|quince|veinte|dieci|quindici|venti|tien|vijftien|twintig|dez|vinte|tio|femton|tjugo) (?:per ?cent|prozent|pour cent|por ciento|por cento|procent)`,
    String.raw`[£$€] ?\d+(?:\.\d\d)? (?:less|cheaper)(?![a-z])|(?<![^\s(])[-–−] ?\d+ ?[€£$%]`,
    String.raw`(?<![a-z])(?:half (?:price|off)|for free|is free|gratuit\w*|kostenlos|offert\w?)(?![a-z])`,
  ].join('|'),
);

const NOUN =
  '(?:codes?|kod(?:en|u)?|codigo|codice|clave|contrasena|senha|cle|mot de passe|kennwort|passwort|password|wachtwoord|losenord|haslo)';
const PURPOSE =
  'download|telecharg|descarga|baixar|scarica|firmware|recovery|refund|reactivat|reaktivier|reactivatie|terugbetaal|(?:ruck)?erstattung|rembours|reembols|rimbors|transfer|ubertragung|overdracht|overforing|handover|temporary|start|referral|empfehlung|parrainage|indicacao|raten|afspraak|termin|appointment|cita|tracking|sendung|delivery|livraison|lieferung|entrega|consegna|abhol|pick-?up|meter|ablesung|gate|poort';
/** A code for something else: "download code", "Rückerstattungscode", "code de remboursement". */
const OTHER_PURPOSE = new RegExp(
  `(?<![a-z])(?:${PURPOSE})[a-z]{0,8}[ -]?${NOUN}|${NOUN}[a-z]* (?:de|di|da|do|per|para|voor|for|fur|d'|pour|till) ?(?:la |le |die |das |the |het )?(?:${PURPOSE})`,
);

/** The code of a door or a machine: "code on the door", "kod till grinden". */
const DOOR =
  /(?:code|kod) (?:on|for|of|to|till|de|du|zum|zur|voor) (?:the |la |le |l'|de |het )?(?:door|gate|grind|port|photocop|copier|tur|deur|garage|loo|toilet|wc|locker|safe|lift|building|stage)|(?:door|gate),? code|(?:parole|losung|kennwort|passwort|password|passwoord|wachtwoord|mot de passe|contrasena|parola d'ordine|senha|losenord) (?:am tor|an der tur|at the (?:door|gate)|a la porte|en la puerta|alla porta|na porta|aan de deur|vid grinden)|kodu? do (?:domofonu|bramy|drzwi|klatki|furtki)/;

/** The word of a game on the radio or on a page. */
const GAME =
  /(?<![a-z])(?:to play(?: today)?,? you need|(?:pass)?word of the day|today's (?:secret )?word|say it on air|losenordet i dag)(?![a-z])/;

/** A label directly before a number which shows that the number names a contract, an invoice, a member or the like. */
const NUMBER_LABEL = ending(
  String.raw`(?:(?<![a-z])(?:id|folio|atcud|cig|destinatario|ref|(?:fan|reference|routing|customer|order|account|booking|policy|contract|invoice|case|ticket|registration|confirmation|patron|serial|phone|member(?:ship)?)[- ](?:number|no\.?|key)|(?:firmware|api|licen[cs]e|product) key)|nr|kenmerk|membership|[a-z]{4,}(?<!gangs|ticket|verkaufs|verkoop|forkops|aktions|actie|schalt|code)nummer|(?:申込|注文|予約|受付|会員|電話)番号)(?: \(masked\)| from the [a-z]{1,20})?(?: (?:is|ist|lautet|est|es))?[\s:.#]{0,30}["'(]?`,
);

const THING =
  '(?:lessons?|lezion[ei]|lektion|lecon|lecc?ion|les \\d|units?|unidad|unidade|unita|modul[eo]?|chapters?|kapitel|chapitre|capitulo|capitolo|hoofdstuk|levels?|skins?|flacs?|recordings?|course|kurs|cours|curso|corso|cursus|series|side [ab]|videos?|bonus|playlist|wallpaper|pairing)';
/** Codes that never open a sale, whatever else the mail is about. */
const NEVER_FOR_TICKETS = new RegExp(
  [
    // Questionnaires.
    '(?<![a-z])(?:survey|questionnaire|questionario|encuesta|cuestionario|umfrage|fragebogen|enquete|vragenlijst|enkat|inquerito|ankiet)|アンケート',
    // Video meetings.
    '(?<![a-z])(?:(?:meeting|webinar|besprechungs|vergader|motes?)[ -]?(?:id|passcode|code|kod)|id (?:de |da |della )?(?:reunion|reuniao|riunione)|videomote)(?![a-z])|ミーティング ?id',
    // Lessons, recordings and parts of games.
    `(?:unlock\\w*|sblocc\\w+|desbloque\\w+|ontgrendel\\w*|entsperr\\w*|freischalt\\w*|debloqu\\w+|las(?:er)? upp|schalten sie) (?:[^ .\\n]+ ){0,4}${THING}(?![a-z])`,
  ].join('|'),
);
/** Words beside the password of an account. */
const OF_ACCOUNT =
  /(?<![a-z])(?:bitte sofort andern|bitte (?:nach|bei) der ersten anmeldung andern|a changer des la premiere connexion|change (?:it|this|your password) (?:after|when|at|once) you (?:first )?(?:log|sign)|cambia\w* al primo accesso|cambia\w* en tu primer acceso|altere\w*(?: a senha)? no primeiro acesso|zmien (?:je|haslo) po pierwszym)/;
/** Words in the sentence of a code, or in the next one, that show another purpose. */
const OF_OTHER_BUSINESS = new RegExp(
  [
    // Free months.
    '(?:\\d+|three|six|twelve|drei|sechs|trois|tres|tre|drie|sesenta|sei|seis) (?:months?|monate?|mois|meses|mesi|maanden|manader|dias|weeks?|wochen) (?:[a-z]+ ){0,2}(?:free|kostenlos|gratis|gratuit\\w*|offerts?|trial|streaming|peliculas|luisteren)(?![a-z])',
    // Rewards for new customers.
    "(?<![a-z])(?:quote|says?|geben|usa|gebruik\\w*|inserisc\\w+)[^.\\n]{0,60}(?:you both get|krijgen jullie allebei|bekommt ihr beide|\\d+ a te e)|(?:un'amica|un amico|een vriend|ein freund|a friend|un ami|un amigo)[^.\\n]{0,50}(?:registra|aanmeld|anmeld|signs? up|joins|s'inscri)",
    // Passwords of an account.
    OF_ACCOUNT.source,
  ].join('|'),
);
const SENTENCE = /[.!?](?:\s|$)|\n/;
/** The number of characters before and after a possible code that are read. */
const NEAR = 160;

/**
 * Whether the sentence of a possible code, or the one after it, mentions something that is not a
 * sale of tickets.
 */
export function isNeverForTickets(
  { text, lines, starts }: MailContext,
  { candidate, features }: ObservedCode,
): boolean {
  if (lines[candidate.line]?.kind === 'link' || features.has('headEarly')) return false;
  const lineStart = starts[candidate.line] ?? 0;
  const start = lineStart + candidate.start;
  const end = lineStart + candidate.end;
  const before = text.slice(Math.max(0, start - NEAR), start).split(SENTENCE);
  // A code that is alone on its line belongs to the line above.
  const lead = features.has('isAlone')
    ? (before.findLast((sentence) => sentence.trim() !== '') ?? '')
    : (before.at(-1) ?? '');
  const rest = text.slice(end, end + NEAR);
  const [inLine = ''] = rest.split('\n');
  const [own = '', next = ''] = inLine.split(SENTENCE);
  const [below = ''] = rest.slice(inLine.length + 1).split('\n');
  return (
    NEVER_FOR_TICKETS.test(`${lead} ${own}`) ||
    OF_OTHER_BUSINESS.test(`${lead} ${own} ${next}`) ||
    OF_ACCOUNT.test(below)
  );
}

/** A name on a statement of a bank, or the number of a card: "on your statement as", "show your card". */
const CARD = ending(
  String.raw`(?<![a-z])(?:(?:statement|kontoauszug|abrechnung|releve|extracto|estratto conto|afschrift|kontoutdrag|extrato|wyciag\w*)[^.\n]{0,20} (?:as|als|comme|como|come|som|jako)|(?:your|deine|ihre|votre|ta|tua|tu|su|je|uw|ditt|teu|seu) (?:membership |member |loyalty )?(?:card|karte|carte|tessera|tarjeta|kaart|pas|kort|cartao)) `,
);

/** The password of a device. */
const DEVICE =
  /(?<![a-z])(?:pass(?:word|wort)|kennwort|code|pin|mot de passe|contrasena|wachtwoord|losenord|senha|haslo)[a-z]* (?:(?:for|fur|of|vom|pour|de|del|della|per|para|till|do|voor) ?)?(?:(?:the|den|das|der|l'|la|le|el|il|o|het) ?)?(?:drucker|printer|imprimante|impresora|impressora|stampante|wlan|wi-?fi|router|alarm[a-z]*|tresor|skrivare[n]?|drukark[a-z]*)(?![a-z])/;

/** A mark in the subject of another mail: "Re: tide table [SOLVED]". */
const OF_SUBJECT = /(?:^|[ .])(?:re|aw|sv|fwd?|tr|rv|wg): [^\n]*\[$/;

/** Seats: "rows AA-CC", "seats E201-E212". */
const SEATS = ending('(?<![a-z])(?:rows?|seats?|blocks?|sections?) ');

/**
 * The name of the field in which a code is entered, in quotation marks: `in the box "Offer code"`.
 */
const FIELD_NAME = ending(
  String.raw`(?<![a-z])(?:(?:eingabe|code)?feld|vakje|vak|veld|field|box|line|champ|case|campo|casilla|casella|rutan|faltet|ruta|falt|maske|button|knop|bouton|boton|pulsante|knappen|link|menu|punkt|option|pole|polu|headed|called|labell?ed|marked|named|titled|mit der (?:aufschrift|bezeichnung)|intitulee?|nommee?|llamad[oa]|chiamat[oa]|chamad[oa])\s{0,3}["'„“”«»‘’]{1,3}\s{0,3}`,
);

/** A part of an app or a page: "apartado VENTAJAS". */
const TAB_NAME = ending(
  '(?<![a-z])(?:apartado|seccion|pestana|rubrique|onglet|reiter|sezione|scheda|tabblad|fliken) ["“„«]?',
);

/** Days near a town in capitals, which indicate the dates of a tour. */
const FEWEST_DAYS = 2;

/** Whether the words around a possible code show that it is for something else than buying early. */
export function isForOtherPurpose(
  context: MailContext,
  { candidate, features: f }: ObservedCode,
): boolean {
  const isCued = f.has('cueEarly') || f.has('cuePlain') || f.has('direct') || f.has('shapeLower');
  if (f.has('isTown') && f.get('daysNear') >= FEWEST_DAYS && !isCued) return true;
  const { before, after } = surroundings(context, candidate);
  const lead = context.text.slice(before.from, before.to);
  if (endsWith(lead, FIELD_NAME) || endsWith(lead, TAB_NAME)) return true;
  const isForPresale = f.has('cueEarly') || f.has('headEarly');
  if (isForPresale && f.has('strong')) return false;
  const [rest = ''] = context.text.slice(after.from, after.to).split('\n');
  const sentence = `${lead} ${rest}`;
  if (REDUCTION.test(sentence)) return true;
  if (isForPresale) return false;
  return (
    OTHER_PURPOSE.test(sentence) ||
    DEVICE.test(sentence) ||
    DEVICE.test(context.folded[0] ?? '') ||
    endsWith(lead, CARD) ||
    OF_SUBJECT.test(lead) ||
    GAME.test(sentence) ||
    DOOR.test(lead) ||
    endsWith(lead, SEATS) ||
    (!f.has('verb') && endsWith(lead, NUMBER_LABEL))
  );
}
