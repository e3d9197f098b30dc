import type { CueWords } from './cues/cue-words.ts';
import { de } from './cues/de.ts';
import { en } from './cues/en.ts';
import { es } from './cues/es.ts';
import { fr } from './cues/fr.ts';
import { it } from './cues/it.ts';
import { nl } from './cues/nl.ts';
import { pt } from './cues/pt.ts';
import { sv } from './cues/sv.ts';

const LANGUAGES: readonly CueWords[] = [en, fr, de, es, it, nl, pt, sv];

const all = (key: keyof CueWords): string =>
  [...new Set(LANGUAGES.flatMap((language) => language[key]))]
    .sort((a, b) => b.length - a.length)
    .join('|');

const START = '(?<![a-z0-9])';
const END = '(?![a-z0-9])';
const word = (key: keyof CueWords): RegExp => new RegExp(`${START}(?:${all(key)})${END}`, 'g');

/** A word for the code, with whatever is compounded before it (vorverkaufscode, forkopskod). */
const NOUN = `${START}[a-z]{0,20}-?(?:${all('nouns')}|コード|パスワード)${END}`;
const OPENER = '["\'“”„«»‘’*_`(\\[<]{0,3}';
const FILLER = `(?:(?:${all('fillers')}|${all('early')})\\s+)`;

/** Every pattern runs on folded text and is applied to short windows only. */
export const patterns = {
  noun: new RegExp(NOUN, 'g'),
  early: word('early'),
  other: word('other'),
  presale: word('presale'),
  discount: word('discount'),
  otp: word('otp'),
  order: word('order'),
  expired: word('expired'),
  later: word('later'),
  after: new RegExp(
    `^["'“”»«’*_\`)\\]>]{0,3}\\s*(?:\\([^()]{0,40}\\)\\s*)?(?:${all('afters')})`,
  ),
  /** noun … is / : / = right before the code */
  copulaEnd: new RegExp(
    `(?:[:=>→：]|\\.{3,}|\\s[-–—]|${START}(?:${all('copulas')}))\\s*(?:${START}(?:${all('fillers')})\\s+){0,2}${OPENER}\\s*$`,
  ),
  colonEnd: new RegExp(`[:=>→：]\\s*${OPENER}$`),
  /** use / enter / type … right before the code */
  verbEnd: new RegExp(`${START}(?:${all('verbs')})\\s+${FILLER}{0,4}${OPENER}$`),
  nounEnd: new RegExp(`${NOUN}\\s*${OPENER}$`),
  /** it's / yours is / c'est right before the code */
  pronounEnd: new RegExp(
    `(?:${START}(?:it'?s|it is|its|yours? is|this is|that's|here it is|there you go|c'est|ca donne|es ist|das ist|er ist|er lautet|es el|es la|es:|e questo|e questa|het is|dit is|det ar|den ar|a\\.|it’s|c’est)\\s*[:]?\\s*${OPENER})$`,
  ),
  /** right after the code: is your code, as the password */
  reverse: new RegExp(
    `^["'“”»«’*_\`)\\]]{0,3}\\s*(?:is|are|est|ist|lautet|es|e|ar|is|as|als|comme|como|come|som)\\s+(?:[a-z']+\\s+){0,3}?${NOUN}`,
  ),
  withSpace: /with (?:the |a )?spaces?|incl\w* (?:the )?space|avec (?:l'|un )?espaces?|mit leerzeichen|con (?:el )?espacio|con (?:lo )?spazio|met (?:de )?spatie|com (?:o )?espaco|med mellanslag/,
  noSpace: /without (?:the |any )?spaces?|no spaces?|sans (?:les )?espaces?|ohne leerzeichen|sin espacios?|senza spazi|zonder (?:de )?spaties?|sem espacos?|utan mellanslag/,
};

export const STOP_WORDS: ReadonlySet<string> = new Set(LANGUAGES.flatMap((language) => language.stop));
