import type { CueWords } from '../cue-words.ts';

/** Dutch words of what is no presale code. */
export const nlDecoys: Pick<CueWords, 'discount' | 'otp' | 'order'> = {
  discount: [
    'niet geldig (?:op|voor) (?:tickets|kaarten)',
    '\\d+ ?%',
    'korting\\w*',
    'truien',
    'shirts?',
    'merch\\w*',
    'verzendkosten',
    'winkelmand\\w*',
    'gratis verzending',
    'webshop',
    'winactie',
    'win ',
  ],
  otp: [
    'minuten geldig',
    'geldig voor \\d+ min',
    'deel deze code',
    'inlog\\w*',
    'in te loggen',
    'verificatie\\w*',
    'verloopt (?:over|na)',
    'wachtwoord (?:opnieuw|herstellen)',
    'met niemand',
  ],
  order: [
    'bestelnummer',
    'bestelling',
    'bedankt voor je (?:bestelling|aankoop)',
    'totaal',
    'pakket\\w*',
    'factuur\\w*',
    'ophaal\\w*',
    'track & trace',
  ],
};
