import type { CueWords } from './cue-words.ts';
import { frDecoys } from './fr/decoys.ts';
import { frJoints } from './fr/joints.ts';
import { frKinds } from './fr/kinds.ts';
import { frOthers } from './fr/others.ts';
import { frStates } from './fr/states.ts';
import { frTyping } from './fr/typing.ts';

export const fr: CueWords = {
  nouns: [
    'mot(?= ?[:=])',
    'codes?',
    'mots? de passe',
    'mots?[- ]cles?',
    'mot magique',
    'mot secret',
    'cle',
    'formule',
    '(?:le |ce |votre |ton |un )sesame',
    'mots?[- ]de[- ]passe',
    'mdp',
    'mots? secrets?',
    'mots? magiques?',
    'mots? codes?',
    "mot d'ordre",
    'phrase (?:secrete|magique|cle|de passe)',
    'phrase de passe',
    'formule (?:magique|secrete)',
    "cles? (?:d'acces|de la prevente|secrete|magique)",
    'jetons?',
    'nips?',
    "numero (?:d'acces|secret)",
    'code-?cle',
    'passe-partout',
    'chiffres',
    'caracteres',
    '(?:le|un|du) mot(?! de passe)',
    "identifiant (?:de prevente|d'acces)",
    'laissez-passer',
    '(?:champ|case|encadre|zone) (?:intitulee?|nommee?|marquee?|appelee?|libellee?)',
    'mots? a (?:saisir|taper|entrer|utiliser)',
  ],
  ...frDecoys,
  ...frJoints,
  ...frKinds,
  ...frOthers,
  ...frStates,
  ...frTyping,
};
