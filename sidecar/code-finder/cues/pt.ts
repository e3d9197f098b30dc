import type { CueWords } from './cue-words.ts';
import { ptDecoys } from './pt/decoys.ts';
import { ptJoints } from './pt/joints.ts';
import { ptKinds } from './pt/kinds.ts';
import { ptOthers } from './pt/others.ts';
import { ptStates } from './pt/states.ts';
import { ptTyping } from './pt/typing.ts';

export const pt: CueWords = {
  nouns: [
    'palavra(?= ?[:=])',
    'codigos?',
    'senhas?',
    'palavra-?(?:passe|chave)',
    'palavra (?:chave|secreta|magica|passe)',
    'palavra',
    'cupom',
    'cupao',
    'chave',
    'pin',
    'palavras?-?(?:passe|chave)',
    'palavra-passe',
    'palavra-chave',
    'palavra (?:de ordem|de acesso|de passe|certa)',
    'contrassenha',
    'senhinha',
    'passe-partout',
    'password',
    'passwords?',
    'passcode',
    'token',
    'chave (?:de acesso|secreta|magica)',
    'frase (?:secreta|chave|magica|de acesso)',
    'cupons',
    'cupoes',
    'digitos',
    'algarismos',
    'caracteres',
    'combinacao',
    'codiguinho',
    'abre-?te sesamo',
    '(?:campo|caixa|espaco) (?:chamad[oa]|intitulad[oa]|marcad[oa]|identificad[oa])',
  ],
  ...ptDecoys,
  ...ptJoints,
  ...ptKinds,
  ...ptOthers,
  ...ptStates,
  ...ptTyping,
};
