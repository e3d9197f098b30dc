import type { CueWords } from '../cue-words.ts';

/** Swedish words of what is no presale code. */
export const svDecoys: Pick<CueWords, 'discount' | 'otp' | 'order'> = {
  discount: [
    'galler (?:ej|inte) biljetter',
    'skivor',
    '\\d+ ?%',
    'rabatt\\w*',
    'trojor',
    'fri frakt',
    'varukorg\\w*',
    'webbutik\\w*',
    'merch\\w*',
    'tavling\\w*',
    'vinn ',
  ],
  otp: [
    'galler i \\d+ min',
    'dela inte',
    'logga in',
    'inloggning\\w*',
    'verifiering\\w*',
    'gar ut om',
    'aterstall\\w*',
    'lamna aldrig',
    'bankid',
  ],
  order: [
    'order(?:nummer|bekraftelse)',
    'tack for ditt kop',
    'summa',
    'paket\\w*',
    'faktura\\w*',
    'hamtkod',
    'bokningsnummer',
  ],
};
