import { ending } from '../../shared/text.ts';
import { cachedByWord } from './cache.ts';
import de from './cues/de.json' with { type: 'json' };
import en from './cues/en.json' with { type: 'json' };
import es from './cues/es.json' with { type: 'json' };
import fr from './cues/fr.json' with { type: 'json' };
import it from './cues/it.json' with { type: 'json' };
import ja from './cues/ja.json' with { type: 'json' };
import nl from './cues/nl.json' with { type: 'json' };
import pl from './cues/pl.json' with { type: 'json' };
import pt from './cues/pt.json' with { type: 'json' };
import sv from './cues/sv.json' with { type: 'json' };

/**
 * The cues of one language. Every entry is a regular-expression fragment for folded text
 * (lower case, accents removed) and must match in linear time: no nested repetition.
 */
export interface CueWords {
  /** Words for the code itself: code, password, keyword. Compounds ending in one count too. */
  nouns: string[];
  /** Words before or inside a noun that make it a code for buying early: presale, access, unlock. */
  early: string[];
  /**
   * Words before, inside or after a noun that make it another kind of code: order, voucher, login.
   */
  other: string[];
  /** Verbs of entering: use, enter, type. */
  verbs: string[];
  /** Words that join noun and code: is, reads, colon words. */
  copulas: string[];
  /** Small words allowed between verb, noun and code. */
  fillers: string[];
  /** Words that may follow a code that is to be entered: at checkout, when prompted. */
  afters: string[];
  /** The business of early tickets: presale, tickets, fan club, priority. */
  presale: string[];
  /** Money off goods: discount, merch, shop. */
  discount: string[];
  /** One-time passwords: expires in minutes, sign in, never share. */
  otp: string[];
  /** Orders, parcels, bills. */
  order: string[];
  /** The code is no longer valid: expired, no longer, last year. */
  expired: string[];
  /** The code comes later. */
  later: string[];
  /** Words that mean that no code is needed. */
  none: string[];
  /** Words that are never a code by themselves. */
  stop: string[];
}

const LANGUAGES: readonly CueWords[] = [en, fr, de, es, it, nl, pt, sv, pl, ja];

/** Groups alternatives by their first letter, so that a word is compared with few of them. */
function byFirstLetter(alternatives: readonly string[]): string {
  const groups = new Map<string, string[]>();
  for (const alternative of alternatives) {
    const isPlain = /^[a-z](?![?*{+|])/.test(alternative);
    const letter = isPlain ? (alternative[0] ?? '') : '';
    groups.set(letter, [
      ...(groups.get(letter) ?? []),
      isPlain ? alternative.slice(1) : alternative,
    ]);
  }
  return [...groups].map(([letter, rest]) => `${letter}(?:${rest.join('|')})`).join('|');
}

const all = (key: keyof CueWords): string =>
  byFirstLetter(
    [...new Set(LANGUAGES.flatMap((language) => language[key]))].sort(
      (a, b) => b.length - a.length,
    ),
  );

const START = '(?<![a-z0-9])';
const END = '(?![a-z0-9])';
const word = (key: keyof CueWords): RegExp => new RegExp(`${START}(?:${all(key)})${END}`, 'g');

/** The end of a word for the code, with any compound before it (vorverkaufscode, forkopskod). */
const COMPOUND_END =
  '(?:codes?|kod(?:en|er)?|(?:passw(?:o|oe)rt|kennwort|stichwort)(?:es|s)?|wachtwoord|losenord(?:et)?)';
/** The maximum number of letters in a compound before such an end. */
export const MOST_BEFORE_END = 24;
const COMPOUND = `[a-z]{2,${MOST_BEFORE_END}}-?${COMPOUND_END}`;
const EAST_ASIAN_NOUN = 'コード|パスワード|合言葉|キーワード|シリアル(?:ナンバー|番号)?';
const NOUN = `${START}(?:(?:${all('nouns')}|${COMPOUND})${END}|${EAST_ASIAN_NOUN})`;
const OPENER = '["\'“”„«»‘’*_`(\\[<「『【]{0,3}';
const FILLER = `(?:(?:${all('fillers')}|${all('early')})\\s+)`;

const CORE =
  'pre-?sale|pre sale|prevente|pre-vente|avant-?premiere|vorverkauf|vvk|preventa|venta anticipada|compra anticipada|prevendit|anteprima|voorverkoop|pre-?venda|forkop|early (?:access|booking|tickets?)|before (?:everyone|anyone|the (?:general|public)|general)|advance (?:sale|booking)|antes que nadie|antes de todos|prima di tutti|avant tout le monde|vor allen anderen|fore alla andra|acces prioritaire|przedsprzeda|przed wszystkimi|先行';

const SPELLING = byFirstLetter([
  'lower ?case',
  'upper ?case',
  'all lower',
  'all small',
  'no (?:gaps?|dots?|hyphens?|dashes)',
  'with (?:the |two |three )?(?:dots?|hyphens?|dashes|apostrophe|accents?)',
  'first letter big',
  'zusammen und klein',
  'mit (?:grossem \\w\\b|punkt|bindestrich\\w*|umlaut\\w*)',
  'grosses \\w\\b',
  'avec (?:le |les |un |des )?(?:tirets?|points?|traits? d.union|accents?)',
  'con (?:el |los )?(?:puntos?|guion(?:es)?|acento)',
  'con (?:il |i |l.)?(?:punt(?:o|i|ino)|trattin[oi]|accento|apostrofo)',
  'com (?:o |os )?(?:pontos?|hifen|acento)',
  'geen hoofdletters',
  'met (?:de |het )?(?:punt(?:en|je)?|streepjes?|koppeltekens?)',
  'med (?:prick(?:en|ar)?|bindestreck|stort \\w\\b)',
  'ma[lł]ymi literami',
  'wielkimi literami',
  'bez spacji',
  'z (?:kropka|my[sś]lnikiem)',
  '小文字',
  '大文字',
  'all caps',
  'capital letters',
  'in capitals',
  'no capitals',
  'capital \\w\\b',
  '(?:all )?one word',
  'no spaces',
  '(?:with|without)(?: \\w+){0,2} spaces?',
  'spaces? (?:between|included|and all)',
  'case[- ]sensitive',
  'hyphens? included',
  'with the (?:hyphen|dash|exclamation)',
  'minuscul',
  'majuscul',
  'maiuscul',
  'mayuscul',
  'minuscol',
  'maiuscol',
  'klein ?geschrieben',
  'gross ?geschrieben',
  'kleinbuchstaben',
  'grossbuchstaben',
  'alles klein',
  'alles gross',
  'zusammen ?geschrieben',
  'ein wort',
  'leerzeichen',
  'un seul mot',
  'en un mot',
  'sans espace',
  'avec (?:l.|un |des |les )?espace',
  'todo junto',
  'una sola palabra',
  'sin espacios?',
  'con (?:el |los |sus )?(?:dos )?espacios?',
  'tutto attaccato',
  'senza spazi',
  'con lo spazio',
  'kleine letters',
  'hoofdletters',
  'aan elkaar',
  'spaties?',
  'tudo junto',
  'sem espacos?',
  'com (?:o |os )?(?:dois )?espacos?',
  'gemener',
  'versaler',
  'sma bokstaver',
  'stora bokstaver',
  'ett ord',
  'hopskrivet',
  'mellanslag',
]);

/** it's / yours is / c'est */
const PRONOUN =
  "also|namely|i\\.?e\\.?|d\\.?h\\.?|c'est-a-dire|donc|a savoir|o sea|es decir|cioe|ovvero|dus|oftewel|namelijk|alltsa|dvs\\.?|ou seja|the one that (?:does |really )?works?(?: is)?|it's|it is|it was|(?:es|er|sie|dieses?r?) (?:lautet|heisst|heist)|it reads|il est|elle est|hij luidt|het luidt|den lyder|det lyder|ele e|ela e|ours is|mine (?:is|was)|that'?s|that is|a toi|le tien|deiner ist|unserer ist|(?:changed|updated|switched) (?:it |that |the code )?to|replaced (?:it )?(?:by|with)|c'etait|es war|sie war|era|het was|det var|yours? (?:is|=)|this is|that's|here it is|there you go|(?:new|right|correct|current|working|this|other|real) (?:one|code|word) ?(?:instead|is|now)?(?: is)?|c'est|ca donne|le nouveau|la nouvelle|es ist|das ist|er ist|er lautet|der neue(?: ist| lautet| heisst)?|neuer code|es el|es la|(?<!wer |wenn |ich |du |er |sie |wir |ihr |man |dass |ob |wie )es|el nuevo(?: es)?|la nueva(?: es)?|e questo|e questa|il nuovo e|la nuova e|het is|dit is|de nieuwe is|det ar|den ar|den nya ar|nya ar|o novo e|a nova e|a[.:]|r[.:]|it’s|c’est";

/** Every pattern runs on folded text and is applied to short windows only. */
export const patterns = {
  noun: new RegExp(NOUN, 'g'),
  /** Words for the code that are not compounds. The end of the word is checked afterwards. */
  nounOpening: new RegExp(`${all('nouns')}|${EAST_ASIAN_NOUN}`),
  compoundEnd: new RegExp(COMPOUND_END, 'g'),
  early: word('early'),
  other: word('other'),
  presale: word('presale'),
  discount: word('discount'),
  otp: word('otp'),
  order: word('order'),
  expired: word('expired'),
  later: word('later'),
  none: word('none'),
  after: new RegExp(
    `^["'“”»«’*_\`)\\]>」』】]{0,3}\\s*(?:\\([^()]{0,40}\\)\\s*)?(?:${all('afters')})`,
  ),
  /** The text between a noun and a code that it labels: … is, …:, … = */
  copulaEnd: new RegExp(
    `(?:[:=>→：]|\\.{3,}|\\s[-–—]|${START}(?:${all('copulas')}))\\s*(?:${START}(?:${all('fillers')})\\s+){0,2}${OPENER}\\s*$`,
  ),
  colonEnd: ending(`[:=>→：]\\s*${OPENER}\\s*`),
  verb: word('verbs'),
  /** The text between a verb of entering and the code. */
  verbGap: new RegExp(
    `^(?:-(?:y|l[aeou]|les|lui|moi))?\\s+${FILLER}{0,4}(?:(?:${all('nouns')})\\s+)?${OPENER}\\s*$`,
  ),
  /** The text between a noun and the code directly after it. */
  nounGap: new RegExp(`^\\s*${OPENER}\\s*$`),
  /** Small words and punctuation that may be between a noun and the code. */
  tightGap: new RegExp(
    `^\\s*(?:\\([^()]{0,40}\\)\\s*)?(?:(?:[:=>→：–—-]|\\.{3,}|${START}(?:${all('copulas')}))\\s*){0,3}(?:${START}(?:${all('fillers')})\\s+)?${OPENER}\\s*$`,
  ),
  /** it's / yours is / c'est right before the code */
  pronounEnd: ending(`${START}(?:${PRONOUN})\\s*[:]?\\s*${OPENER}\\s*`),
  /** right after the code: is your code, as the password */
  reverse: new RegExp(
    `^["'“”»«’*_\`)\\]]{0,3}\\s*(?:is|are|est|ist|lautet|es|e|ar|is|as|als|comme|como|come|som)\\s+(?:[a-z']+\\s+){0,3}?${NOUN}|^["'”»)\\]」』】*]{0,2}\\s?が[^。\\n]{0,24}(?:${EAST_ASIAN_NOUN})`,
  ),
  /** a label that names another kind of number: "Reference:", "Kundennr." */
  label: ending(
    String.raw`(?:number|nummer|numero|num|nr|no|n[°º.]|id|refe?\w*|konto|account|telephone|phone|tel\w*|hotline|call|post ?code|plz|cap|iban|bic|vat|tva|nif|nib|cnpj|p\.? ?iva|siren|siret|rcs|hrb|kvk|box|reg\w*|barcode|row|seats?|block|section|gate|rang|reihe|rad|fila|platz|version|build|batch|ticket|dossier|protocolo?|rif|isbn|ean|sku|size|gr\w{1,3}e|taglia|wristband|flight|catalog\w*|batch|zone)\s*[.:#]{0,2}\s*`,
  ),
  /** qualities that any kind of code may have: they do not make it one for tickets */
  weakEarly:
    /^(?:[\s-]|access|acces|accesso|acceso|acesso|d'acces|zugangs?|toegangs?|atkomst|personal|personlich\w*|unique|exclusive|secret|special|promo\w*|offer)*$/,
  /** words that mean buying early and nothing else */
  core: new RegExp(`${START}(?:${CORE})`, 'g'),
  /** "fan club presale:", "artist presale (personal)" right before the code */
  coreEnd: ending(
    `${START}(?:${CORE})[a-z]*(?:\\s+[a-z]+)?\\s*(?:\\([^()]{1,30}\\)\\s*)?(?:[:=>→：]|\\s{2,})\\s*${OPENER}\\s*`,
  ),
  /** The text between a noun and the purpose of the code: code for the shop */
  purposeGap:
    /^[\s-]*(?:(?:for|of|to|fur|zur?|zum|pour|de|du|des|d'|para|per|di|del|della|van|voor|till|for|av|do|da)\s+)?(?:(?:the|your|our|a|der|die|das|den|dem|deine?n?|ihre?n?|le|la|les|votre|ton|el|tu|su|il|lo|je|uw|het|din|ditt|o|seu|sua)\s+)*$/,
  /** Words about how to type the code */
  spelling: new RegExp(SPELLING, 'g'),
  spellingEnd: new RegExp(`(?:${SPELLING})[^.!?]{0,14}$`),
  /** words that exclude the code beside them */
  negated:
    /(?<![a-z])(?:not?|n't|don't|do not|never|isn't|wasn't|without|ne|pas|plus|jamais|sans|nicht|kein\w*|nie|ohne|nunca|jamas|sin|non|mai|senza|niet|geen|nooit|zonder|nao|sem|inte|ej|aldrig|utan|instead of|rather than|au lieu|statt|en vez|invece|in plaats|em vez|i stallet)(?![a-z])[^.:;!?]{0,24}$/,
  /** the hash belongs to the code */
  hash: /the hash|hash (?:is|sign|included|and all)|(?:the )?hashtag included|raute|diese (?:est |compris|inclus)|avec le (?:diese|croisillon)|almohadilla|cancelletto|hekje|cerquilha|fyrkant/,
  /** the mark at the end belongs to the code */
  bang: /exclamation mark|exclamation point|point d'exclamation|ausrufe|esclamativo|exclamacion|exclamacao|uitroep|utrop/,
  /** marks at the end that belong to the code */
  endMark:
    /(?:with|and|incl(?:uding|\.)?|note|avec|mit|inkl(?:usive|\.)?|con|met|com|med) (?:the |le |dem |el |il |het |o )?[!?*](?!\w)|exclamation|question mark|bang(?![a-z])|asterisk|(?:with|and) (?:the|two|both|a) (?:marks?|stars?)|interrog|exclam|esclam|ausrufe|fragezeichen|rufzeichen|sternchen|uitroep|vraagteken|sterretje|utrop|fragetecken|asterisco|asterisque|(?:el|com|con) (?:o )?(?:signo|sinal|punto)|mark (?:belongs|included|and all)/,
  withSpace:
    /spaces?(?![a-z])|with (?:the|a|one) gaps?|gaps? (?:in the middle|included|kept|and all)|zwischenra(?:u|eu)m|mit (?:der )?lucke|mit abstand|(?:two|three|four) words|espaces?(?![a-z])|(?:deux|trois) mots|leerzeichen|(?:zwei|drei) worter|espacios?(?![a-z])|(?:dos|tres) palabras|spazi[o]?(?![a-z])|(?:due|tre) parole|spaties?(?![a-z])|(?:twee|drie) woorden|espacos?(?![a-z])|(?:duas|tres) palavras|mellanslag|mellanrum|(?:tva|tre) ord(?![a-z])|ブランク|スペース/,
  noSpace:
    /spaties (?:weg|zijn (?:alleen|slechts|er alleen))|aan elkaar|achter elkaar|as one (?:word|string)|als een woord|(?:am|in einem) stuck|todo seguido|tutto di seguito|tudo seguido|(?:spaces?|gaps?) (?:are )?for (?:easy |easier )?reading|leesbaarheid|lesbarkeit|bez spacji|スペース(?:なし|は不要)|(?:all )?in one go|(?:leave|take) out the (?:spaces?|blanks?|gaps?)|without (?:the |any )?spaces?|no spaces?|(?:skip|leave out|omit|ignore|drop) the spaces?|spaces? (?:are )?(?:only|just) (?:for|there)|mellanrummen|leerzeichen weglassen|(?:die )?leerzeichen (?:dienen|sind nur)|sans (?:les )?espaces?|ohne leerzeichen|sin espacios?|senza spazi|zonder (?:de )?spaties?|sem espacos?|utan mellanslag/,
};

export const STOP_WORDS: ReadonlySet<string> = new Set(
  LANGUAGES.flatMap((language) => language.stop),
);

/** Words of these tables are about codes in every form; of the others only the plain words are. */
const OWN_KEYS = ['nouns', 'early', 'verbs', 'copulas', 'fillers'] as const;
const NEAR_KEYS = ['other', 'presale', 'otp', 'order'] as const;
const fragmentsOf = (keys: readonly (keyof CueWords)[]): string[] => [
  ...new Set(LANGUAGES.flatMap((language) => keys.flatMap((key) => language[key]))),
];
const isLiteral = (fragment: string): boolean => /^[a-z]+$/.test(fragment);
const OWN_WORDS: ReadonlySet<string> = new Set(
  [...fragmentsOf(OWN_KEYS), ...fragmentsOf(NEAR_KEYS)].filter(isLiteral),
);
/** Fragments that are not plain words but can match a single one. */
const OWN_FORMS = new RegExp(
  `^(?:${NOUN}|${byFirstLetter(fragmentsOf(OWN_KEYS).filter((f) => !isLiteral(f) && !f.includes(' ')))})$`,
);

/** Whether a word may be, or be the last of, one of some fragments. True in case of doubt. */
function mayEnd(fragments: readonly string[]): (word: string) => boolean {
  const source = fragments.join('|');
  const words = new Set(
    [...source.matchAll(/([a-z]*)([a-z])(\??)/g)].flatMap(([, stem = '', last = '', optional]) =>
      optional === '' ? [stem + last] : [stem, stem + last],
    ),
  );
  const whole = new RegExp(`^(?:${source})$`);
  return cachedByWord((word) => words.has(word) || whole.test(word));
}
/** Whether a word can end the announcement right before a code. */
export const mayEndIntroduction = mayEnd([...fragmentsOf(['copulas']), PRONOUN]);
/** Whether a word can be between the announcement and the code. */
export const mayStandBetween = mayEnd(fragmentsOf(['fillers', 'early', 'nouns']));

/**
 * Whether a word, or every part of one with hyphens, underscores or slashes, is itself about codes
 * (Aktionscode) and therefore never a code.
 */
export const isOwnVocabulary = (folded: string): boolean =>
  folded
    .split(/[-_/]/)
    .every((part) => OWN_WORDS.has(part) || STOP_WORDS.has(part) || OWN_FORMS.test(part));
