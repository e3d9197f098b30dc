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
  /(?:code|kod) (?:on|for|of|to|till|de|du|zum|zur|voor) (?:the |la |le |l'|de |het )?(?:door|gate|grind|port|photocop|copier|tur|deur|garage|loo|toilet|wc|locker|safe|lift|building|stage)|(?:door|gate),? code|kodu? do (?:domofonu|bramy|drzwi|klatki|furtki)/;

/** The word of a game on the radio or on a page. */
const GAME =
  /(?<![a-z])(?:to play(?: today)?,? you need|(?:pass)?word of the day|today's (?:secret )?word|say it on air|losenordet i dag)(?![a-z])/;

/** The label of a number that names a contract, an invoice, a member or the like, right before it. */
const NUMBER_LABEL = ending(
  String.raw`(?:(?<![a-z])(?:id|folio|atcud|cig|destinatario|ref|(?:fan|reference|routing|customer|order|account|booking|policy|contract|invoice|case|ticket|registration|confirmation|patron|serial|phone|member(?:ship)?)[- ](?:number|no\.?|key)|(?:firmware|api|licen[cs]e|product) key)|nr|kenmerk|membership|[a-z]{4,}(?<!gangs|ticket|verkaufs|verkoop|forkops|aktions|actie|schalt|code)nummer|(?:申込|注文|予約|受付|会員|電話)番号)(?: \(masked\)| from the [a-z]{1,20})?(?: (?:is|ist|lautet|est|es))?[\s:.#]{0,30}["'(]?`,
);

/** Seats: "rows AA-CC", "seats E201-E212". */
const SEATS = ending('(?<![a-z])(?:rows?|seats?|blocks?|sections?) ');

/** What the page calls the field in which a code is entered, in quotation marks: `in the box "Offer code"`. */
const FIELD_NAME = ending(
  String.raw`(?<![a-z])(?:(?:eingabe|code)?feld|vakje|vak|veld|field|box|line|champ|case|campo|casilla|casella|rutan|faltet|ruta|falt|maske|button|knop|bouton|boton|pulsante|knappen|link|menu|punkt|option|pole|polu|headed|called|labell?ed|marked|named|titled|mit der (?:aufschrift|bezeichnung)|intitulee?|nommee?|llamad[oa]|chiamat[oa]|chamad[oa])\s{0,3}["'„“”«»‘’]{1,3}\s{0,3}`,
);

/** A part of an app or a page: "apartado VENTAJAS". */
const TAB_NAME = ending(
  '(?<![a-z])(?:apartado|seccion|pestana|rubrique|onglet|reiter|sezione|scheda|tabblad|fliken) ["“„«]?',
);

/** Days near a town in capitals show the dates of a tour. */
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
    GAME.test(sentence) ||
    DOOR.test(lead) ||
    endsWith(lead, SEATS) ||
    (!f.has('verb') && endsWith(lead, NUMBER_LABEL))
  );
}
