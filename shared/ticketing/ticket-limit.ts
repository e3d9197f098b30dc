import { cachedByText } from '../cached-by-text.ts';
import { cut } from '../text.ts';

/**
 * Reads the maximum number of tickets in one order from a published sentence, in English, German,
 * French, Spanish, Dutch, Italian, Portuguese, Swedish, Danish, Norwegian and Polish. It does not
 * guess the limit of a text that states none, one for only some tickets, or several for the same
 * buyer.
 * @returns null if the text has to be read by a person
 */
export const readTicketLimit = (text: string): number | null => readCached(text).limit;

/** The number that a ticket limit states, or the text itself if it states none. */
export const shortTicketLimit = (text: string): string => readTicketLimit(text)?.toString() ?? text;

/** Lists of hundreds of events have a few different texts, and are read again with each typed letter. */
const readCached = cachedByText((text) => ({ limit: readLimit(text) }), {
  longest: 2_000,
  most: 100_000,
});

/** Published texts have some hundred characters. The patterns below take long to read far longer ones. */
const LONGEST_TEXT = 20_000;
const LONGEST_CLAUSE = 1_000;

function readLimit(text: string): number | null {
  if (text.length > LONGEST_TEXT) return null;
  const alone = /^\s*"?(\d{1,2})"?\s*$/.exec(text)?.[1];
  if (alone !== undefined) return Number(alone) || null;
  const clauses = clausesOf(text);
  const isAboutTickets =
    clauses.some((clause) => LIMITS.test(clause) || ANY_TICKETS.test(clause)) ||
    // '6 per person' at the beginning.
    limitsOf(clauses[0] ?? '', true).length > 0;
  const stated = clauses.flatMap((clause) => limitsOf(clause, isAboutTickets));
  const numbers = new Set(stated.map(({ tickets }) => tickets));
  // Different numbers limit one order only if each limits something else, as in '8 per household, 4
  // per order'.
  const pairs = new Set(stated.map(({ tickets, scope }) => `${tickets} ${scope}`));
  const scopes = new Set(stated.map(({ scope }) => scope));
  if (numbers.size > 1 && (scopes.size < pairs.size || scopes.has(''))) return null;
  return numbers.size === 0 ? null : Math.min(...numbers);
}

interface Limit {
  tickets: number;
  /** The scope of the limit: 'person', 'order'; empty if the sentence names none. */
  scope: string;
}

// The patterns are read on texts in small letters: ignoring the case of \p{L} takes most of the time of their first use.
const anyOf = (words: string): string =>
  `(?:${words
    .trim()
    .split(/\s*\|\s*/)
    .join('|')})`;
const wordsOf = (words: string): RegExp =>
  new RegExp(`(?<![\\p{L}])${anyOf(words)}(?![\\p{L}])`, 'u');

const TICKETS =
  anyOf(`e-?tickets? | tickets? | tix | seats? | places? | passes | admissions? | (?:eintritts)?karten? | billets? |
  entradas? | boletos? | boletas? | localidades | (?:toegangs)?kaarten | kaartjes | bigliett[io] | ingressos? | bilhetes? |
  biljett(?:er)? | billett?(?:er)? | bilet(?:ów|y)? | stück |
  platz | plätze | post[io] | plazas | asientos | butacas | lugares | plads(?:er)? | plats(?:er)? | plasser | miejsca?`);

/** Words that state a limit. */
const LIMITS =
  wordsOf(`limits? | limited | ticket-?limits? | restricted | restriction | maximum | max | no more than | not more than | capped at |
  (?:may|can) only (?:buy|purchase|order|book) | inntil |
  (?:not|cannot|may not|must not)(?: [a-z]+){0,2} (?:exceed|more than) | no (?:[a-z]+ ){1,4}more than |
  (?:only|nur|just) \\d{1,2} (?:\\p{L}+ ){1,4}?(?:bought|purchased|ordered|booked|allowed|permitted|erworben|gekauft|bestellt|gebucht|erlaubt) | exceed(?:s|ing)? | in excess of | at most | up to |
  ticketlimit | kartenlimit | limitiert | begrenzt | beschränkt | begrenzung | beschränkung | höchstens | maximal(?:e[nrs]?)? |
  höchstmenge | (?:nicht )?mehr als | bis zu | limitée?s? | limite | au plus | (?:pas )?plus de | jusqu['’]à | maximal |
  máxim[oa]s? | maximo | límite | limitad[oa]s? | (?:no )?más de | hasta | maximaal | hoogstens | hoogste | (?:niet )?meer dan |
  gelimiteerd | beperkt | limiet | massim[oa] | limitat[oaie] | (?:non )?più di | fino ad? | (?:não )?mais de | até |
  högst | maximalt | maks | maksimalt | højst | begränsat | begrænset | begrenset | upp till | op til | opp til | mer än |
  maksymalnie | najwyżej | limit`);

/** Words between the number and the scope of the limit. */
const MOST = anyOf(
  'limit | max | maximum | maximal | máximo | maximaal | massimo | total | only | maks | maksimalt',
);
const PER = anyOf(`per | pro | je | par | por | na | pr\\.? | each | every | for each | a | à | /`);
/** Whether a text that follows or precedes a number names the scope. */
interface Scope {
  after: RegExp;
  before: RegExp;
}

/** The scopes of a limit. Those in one group are the same buyer. */
const SCOPES: Readonly<Record<string, Scope>> = {
  card: scopeOf(`(?:[a-z]+ )?cards? | kreditkarte | carte | tarjeta | creditcard | carta | cartão`),
  household: scopeOf(
    `household | (?:billing |postal |street )?address | haushalt | foyer | hogar | huishouden | hushåll`,
  ),
  account: scopeOf(
    `account | e-?mail(?: address)? | user | profile | (?:kunden)?konto | compte | cuenta | usuario | conta | cpf | code`,
  ),
  person:
    scopeOf(`person | people | customer | buyer | purchaser | fan | patron | guest | member | client | name | kunden? | kundin |
    besteller | käufer | kopf | personne | acheteur | persona | cliente | comprador | persoon | klant | koper | testa |
    acquirente | pessoa | kund | kunde | osobę | individual`),
  order:
    scopeOf(`order | transaction | booking | purchase | visit | bestellung | einkauf | buchung | kauf | commande | achat |
    transacción | compra | pedido | bestelling | transactie | boeking | ordine | transazione | acquisto | köp | beställning | køb |
    kjøp | ordre | zamówienie | pedido`),
  event:
    scopeOf(`event | show | performance | concert | date | day | night | game | match | veranstaltung | vorstellung | termin |
    spectacle | séance | représentation | función | evento | concierto | voorstelling | spettacolo | evento`),
};

function scopeOf(words: string): Scope {
  const scope = `${PER}\\s*(?:(?:valid|unique|individual|registered|einzelne[nr]?|jedno)\\s+)?${anyOf(words)}(?![\\p{L}])`;
  return {
    after: new RegExp(`^[\\s-]*(?:${TICKETS}[\\s-]*)?(?:${MOST} ){0,2}${scope}`, 'u'),
    before: new RegExp(`(?<![\\p{L}])${scope}`, 'u'),
  };
}

/** A clause about only some tickets, or about a sale before the general one. */
const OF_SOME =
  wordsOf(`vip | platinum | packages? | wheelchairs? | accessible | ada | companions? | meet | hospitality | parking | camping |
  child(?:ren)? | kids? | infants? | students? | concessions? | premium | presales? | pre-sales? | vorverkauf | prévente | preventa |
  fan ?club | rollstuhl[a-z]* | pmr | lounge | suites? | groups? | gruppen | kinder | enfants? | niños | members? only`);

/**
 * A clause about the minimum number of tickets in an order, an age, a fee, or things that are not
 * tickets.
 */
const NO_LIMIT =
  wordsOf(`minimums? | (?<!\\d\\s?)min | minimal | at least | (?:no|not) (?:less|fewer) than | mindest[a-z]* | au moins |
  mínim[oa]s? | minim[oa] | mín | al menos | por lo menos | pelo menos | ao menos | minimaal | ten ?minste | minstens | almeno |
  minst | minimalt | mindst | co najmniej | przynajmniej | minimalnie |
  age | aged | alter(?:sfreigabe|sbeschränkung)? | âge | edad | età | leeftijd | idade |
  fees? | surcharges? | charges? | [a-zäöü]*gebühr(?:en)? | frais | gastos | kosten | toeslag | commission[ie] | taxas? |
  multiples | in (?:pairs|sets|blocks) | (?:pairs|sets|blocks|increments) of | free | discounts? | save[sd]? | rabatt | remise |
  descuento | sconto | korting |
  bags? | backpacks? | luggage | [a-z]*tasche(?:n)? | rucks[aä]cke? | gepäck | sacs? | bolsas? | bolsos? | mochilas? | tas | tassen |
  bors[ae] | zain[oi] | drinks? | beverages? | bottles? | getränke? | boissons? | bebidas? | bevand[ae] | drankjes?`);

const UNITS = `%|\\+|€|£|\\$|kr(?![\\p{L}])|(?:eur|usd|gbp|euros?|dollars?|years?|yrs?|jahren?|ans|años|jaar|anni|hours?|hrs?|minutes?|mins?|days?|weeks?|months?|am|pm|a\\.m|p\\.m|uhr|heures?|stunden|minuten|tagen?|wochen|p|st|nd|rd|th)(?![\\p{L}])`;
const NUMBER = new RegExp(
  `(?<![\\p{L}\\d.,:/€£$#+-]|[€£$]\\s|(?<!\\p{L})(?:over|under|über|unter|ab|dès|vanaf|från|od|from)\\s)(\\d{1,2})(?!\\d|[.,:/]\\d|\\s?(?:${UNITS}))(?=[^\\p{L}\\d]|$)`,
  'gu',
);

const scopeIn = (text: string, where: keyof Scope): string =>
  Object.entries(SCOPES).find(([, scope]) => scope[where].test(text))?.[0] ?? '';

/** @param isAboutTickets false: '12 per person' may be the price of something else */
function limitsOf(clause: string, isAboutTickets: boolean): Limit[] {
  if (clause.length > LONGEST_CLAUSE) return [];
  if (OF_SOME.test(clause) || NO_LIMIT.test(clause) || OFFER.test(clause)) return [];
  const hasLimit = LIMITS.test(clause);
  return [...clause.matchAll(NUMBER)].flatMap((match) => {
    const before = clause.slice(0, match.index);
    const after = clause.slice(match.index + match[0].length);
    const scope = scopeIn(after, 'after');
    const tickets = Number(match[1]);
    const isAlone = isAboutTickets && ALONE.test(before);
    const isScoped = scope !== '' && (hasLimit || NEXT_TICKETS.test(after) || isAlone);
    const isStated = tickets > 0 && (isScoped || (hasLimit && isNear(clause, match.index, after)));
    return isStated ? [{ tickets, scope: scope || scopeIn(before, 'before') }] : [];
  });
}

/** 'Buy 3 tickets per order and choose your seats' names an offer. */
const OFFER = /^(?:buy|get|kaufen sie|achetez|compr[ae]|koop|acquista) \d/u;
const ANY_TICKETS = new RegExp(`(?<![\\p{L}])${TICKETS}(?![\\p{L}])`, 'u');
const NEXT_TICKETS = new RegExp(`^[\\s-]*(?:${TICKETS})(?![\\p{L}])`, 'u');
/**
 * Words that may precede a number that names neither tickets nor a limit, as in 'strictly 2 per
 * person'.
 */
const ALONE = new RegExp(
  `^(?:(?:strictly|strict|only|just|nur|solo|${TICKETS}|are|is|sold|please|note)[\\s:,-]*)*$`,
  'u',
);

const AFTER = new RegExp(`^[\\s()-]*(?:[\\p{L}-]+\\s+){0,2}?(?:${TICKETS})(?![\\p{L}])`, 'u');
/** A number of something else, such as bags. */
const OTHER_THING = new RegExp(
  `^[\\s-]+(?!(?:${TICKETS}|${MOST}|${PER}|for|in|at|on|overall|applies|apply|is|are|will|gilt|gelten|pp|p)(?![\\p{L}]))\\p{L}`,
  'u',
);
const BEFORE = /[\p{L}.:=)-][\s:=(-]*$/u;

/** Whether a number is beside the words for tickets or for a limit. */
function isNear(clause: string, at: number, after: string): boolean {
  const before = clause.slice(Math.max(0, at - 60), at);
  const next = cut(after, 14);
  if (OTHER_THING.test(after) && !AFTER.test(after)) return false;
  return (
    AFTER.test(after) ||
    LIMITS.test(next) ||
    (BEFORE.test(before) && LIMITS.test(before)) ||
    before.trim() === ''
  );
}

const NUMBER_WORDS: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  eighteen: 18,
  twenty: 20,
  ein: 1,
  eine: 1,
  zwei: 2,
  drei: 3,
  vier: 4,
  fünf: 5,
  sechs: 6,
  sieben: 7,
  acht: 8,
  zehn: 10,
  zwölf: 12,
  deux: 2,
  trois: 3,
  quatre: 4,
  cinq: 5,
  sept: 7,
  huit: 8,
  dix: 10,
  dos: 2,
  tres: 3,
  cuatro: 4,
  cinco: 5,
  seis: 6,
  ocho: 8,
  diez: 10,
  één: 1,
  twee: 2,
  drie: 3,
  vijf: 5,
  zes: 6,
  tien: 10,
  due: 2,
  quattro: 4,
  cinque: 5,
  sei: 6,
  otto: 8,
  dieci: 10,
  dois: 2,
  duas: 2,
  quatro: 4,
  oito: 8,
  två: 2,
  fyra: 4,
  sex: 6,
  åtta: 8,
  fire: 4,
  seks: 6,
  dwa: 2,
  trzy: 3,
  cztery: 4,
  pięć: 5,
  sześć: 6,
  osiem: 8,
  dziesięć: 10,
};

/**
 * 'Limited to 12 and over' ends with a word for years, so its number is not a number of tickets.
 */
const AGES =
  /(?<!\d)(\d{1,2}) (?:and|or|&|und|oder|et|ou|y|o|en|of|e) (?:over|above|up|older|under|younger|älter|jünger|plus|más|mayores|ouder|oltre|mais)(?!\p{L})/gu;

/** The clauses of a text in small letters, with figures instead of words: 'four (4) tickets' becomes '4 tickets'. */
function clausesOf(text: string): string[] {
  return text
    .normalize('NFKC')
    .replace(/<\/?(?:b|i|em|strong|span|u)>/gi, '')
    .replace(/<[^<>]*>/g, '. ')
    .toLowerCase()
    .replace(/["“”„«»*_]/g, '')
    .replace(/\p{L}+/gu, (word) => String(NUMBER_WORDS[word] ?? word))
    .replace(/(?<!\p{L})(?:une? seule?|un sol[oa]|una sola)(?!\p{L})/gu, 'max 1')
    .replace(AGES, '$1 years')
    .replace(/\b(\d{1,2})\s*\(\s*\1\s*\)/g, '$1')
    .replace(/\((\d{1,2})\)/g, ' $1 ')
    .replace(/\b(max|maks|pr|(?<!\d\s?)min|mín)\./g, '$1')
    .replace(/\bmind\.(?=\s*\d)/g, 'mindestens')
    .split(
      /(?:[.;!?](?=\s|$)|\n|•|\s[-–]\s(?=\p{L})|[()]|,(?=\s)|\s(?:and|but|und|et|y|e|en|och|og|oraz)\s)/u,
    )
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '');
}
