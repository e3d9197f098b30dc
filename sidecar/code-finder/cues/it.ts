import type { CueWords } from './cue-words.ts';
import { itDecoys } from './it/decoys.ts';
import { itJoints } from './it/joints.ts';
import { itKinds } from './it/kinds.ts';
import { itOthers } from './it/others.ts';
import { itStates } from './it/states.ts';
import { itTyping } from './it/typing.ts';

export const it: CueWords = {
  nouns: [
    'parola(?= ?[:=])',
    'codic[ei]',
    'password',
    "parola d'ordine",
    'parola (?:chiave|magica|segreta)',
    'parola',
    'chiave',
    'passcode',
    'pin',
    'codice-?chiave',
    'parole? chiave',
    "parole d'ordine",
    'parola di (?:accesso|sblocco)',
    'parolina',
    'parolina magica',
    "frase (?:segreta|chiave|magica|d'accesso)",
    'passphrase',
    'passw',
    'pwd',
    'token',
    "chiave (?:d'accesso|di accesso|segreta)",
    'combinazione',
    'cifre',
    'caratteri',
    'coupon',
    'codicino',
    '(?:campo|casella|riquadro|spazio) (?:chiamat[oa]|denominat[oa]|contrassegnat[oa]|intitolat[oa])',
    'apriti sesamo',
  ],
  ...itDecoys,
  ...itJoints,
  ...itKinds,
  ...itOthers,
  ...itStates,
  ...itTyping,
};
