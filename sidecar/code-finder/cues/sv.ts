import type { CueWords } from './cue-words.ts';
import { svDecoys } from './sv/decoys.ts';
import { svJoints } from './sv/joints.ts';
import { svKinds } from './sv/kinds.ts';
import { svOthers } from './sv/others.ts';
import { svStates } from './sv/states.ts';
import { svTyping } from './sv/typing.ts';

export const sv: CueWords = {
  nouns: [
    'ord(?= ?[:=])',
    'kod(?:en|er|erna)?',
    'losenord(?:et)?',
    'kodord(?:et)?',
    'nyckelord(?:et)?',
    'hemliga ordet',
    'ordet',
    'nyckeln?',
    'losen(?:et)?',
    'kodorden',
    'losenorden',
    'losenfras(?:en)?',
    'losenordsfras(?:en)?',
    'nyckelfras(?:en)?',
    'nyckelorden',
    'hemligt ord',
    'magiska ordet',
    'magiskt ord',
    'trollord(?:et)?',
    'trollformel(?:n)?',
    'losenkod(?:en)?',
    'passerkod(?:en)?',
    'passord(?:et)?',
    'pinkod(?:en)?',
    'siffror(?:na)?',
    'tecken',
    'sifferkod(?:en)?',
    'sifferkombination(?:en)?',
    'sesam',
    'token',
    '(?:rutan|faltet) (?:markt|markerad|som heter|med texten)',
  ],
  ...svDecoys,
  ...svJoints,
  ...svKinds,
  ...svOthers,
  ...svStates,
  ...svTyping,
};
