import type { CueWords } from './cue-words.ts';
import { nlDecoys } from './nl/decoys.ts';
import { nlJoints } from './nl/joints.ts';
import { nlKinds } from './nl/kinds.ts';
import { nlOthers } from './nl/others.ts';
import { nlStates } from './nl/states.ts';
import { nlTyping } from './nl/typing.ts';

export const nl: CueWords = {
  nouns: [
    'woord(?= ?[:=])',
    'codes?',
    'wachtwoord',
    'codewoord',
    'sleutelwoord',
    'toverwoord',
    'trefwoord',
    'woord',
    'sleutel',
    'wachtwoorden',
    'wachtwoordje',
    'paswoord',
    'paswoorden',
    'codewoorden',
    'codewoordje',
    'sleutelwoorden',
    'toegangswoord',
    'geheime woord',
    'geheim woord',
    'magische woord',
    'wachtzin',
    'sleutelzin',
    'wachtfrase',
    'passphrase',
    'lozing',
    'parool',
    'toegangssleutel',
    'token',
    'cijfercode',
    'lettercode',
    'cijfers',
    'tekens',
    'cijfercombinatie',
    'cijferreeks',
    'pincode',
    'sesam',
    '(?:het|in) vakje',
    '(?:het )?(?:veld|vak|hokje) (?:met|genaamd|gemarkeerd)',
  ],
  ...nlDecoys,
  ...nlJoints,
  ...nlKinds,
  ...nlOthers,
  ...nlStates,
  ...nlTyping,
};
