import type { CueWords } from './cue-words.ts';
import { esDecoys } from './es/decoys.ts';
import { esJoints } from './es/joints.ts';
import { esKinds } from './es/kinds.ts';
import { esOthers } from './es/others.ts';
import { esStates } from './es/states.ts';
import { esTyping } from './es/typing.ts';

export const es: CueWords = {
  nouns: [
    'palabra(?= ?[:=])',
    'codigos?',
    'claves?',
    'contrasenas?',
    'palabra (?:clave|secreta|magica)',
    'palabra',
    'cupon',
    'santo y sena',
    'cupones',
    'palabras? claves?',
    'palabra de paso',
    'palabras? magicas?',
    'contrasenia',
    'password',
    'passcode',
    'pin',
    'nip',
    'token',
    'llave (?:de acceso|secreta|magica|digital)',
    'frase (?:secreta|clave|magica)',
    'consigna',
    'digitos',
    'caracteres',
    'numero secreto',
    'combinacion',
    'clave (?:secreta|de acceso|de preventa)',
    '(?:casilla|campo|recuadro|casillero) (?:llamad[oa]|marcad[oa]|titulad[oa])',
  ],
  ...esDecoys,
  ...esJoints,
  ...esKinds,
  ...esOthers,
  ...esStates,
  ...esTyping,
};
