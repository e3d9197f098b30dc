import type { CueWords } from './cue-words.ts';

export const sv: CueWords = {
  nouns: ['kod(?:en|er|erna)?', 'losenord(?:et)?', 'kodord(?:et)?', 'nyckelord(?:et)?', 'hemliga ordet', 'ordet', 'nyckeln?', 'losen(?:et)?'],
  early: ['forkops?\\w*', 'presale-?', 'forhands?\\w*', 'atkomst\\w*', 'tillgangs?\\w*', 'personlig\\w*', 'unik\\w*', 'exklusiv\\w*', 'fan\\w*', 'medlems?\\w*', 'biljett\\w*', 'kampanj\\w*', 'erbjudande\\w*', 'upplasnings?\\w*', 'priority', 'hemlig\\w*'],
  other: ['rabatt\\w*', 'order\\w*', 'boknings?\\w*', 'bekraftelse\\w*', 'hamt\\w*', 'verifierings?\\w*', 'inloggnings?\\w*', 'sakerhets?\\w*', 'pin\\w*', 'kund\\w*', 'sparnings?\\w*', 'retur\\w*', 'qr-?\\w*', 'streck\\w*', 'klad\\w*', 'port\\w*', 'post\\w*', 'wifi\\w*', 'uppforande\\w*', 'presentkort\\w*', 'betal\\w*', 'parkerings?\\w*', 'dorr\\w*', 'kall\\w*', 'aktiverings?\\w*', 'engangs\\w*', 'ocr\\w*', 'tavlings?\\w*', 'butiks?\\w*'],
  verbs: ['anvand\\w*', 'ange', 'anger', 'skriv(?:er)?(?: in)?', 'fyll(?:er)?(?: i)?', 'knappa in', 'mata in', 'med', 'ta', 'uppge', 'sla in', 'kor', 'prova'],
  copulas: ['ar', 'blir', 'lyder', 'heter', 'var', 'denna gang', 'den har gangen', 'fortfarande', 'helt enkelt', 'ska vara'],
  fillers: ['din', 'ditt', 'er', 'den', 'det', 'denna', 'en', 'ett', 'koden', 'kod', 'losenordet', 'ordet', 'personliga', 'unika', 'exklusiva', 'var', 'foljande', 'i', 'in', 'nya', 'bara'],
  afters: ['nar du', 'i kassan', 'i (?:rutan|faltet)', 'vid (?:kopet|kop|bokning)', 'for att', 'som (?:kod|losenord)', 'pa sidan', 'ar (?:din|koden)', 'och galler', 'innan'],
  presale: ['forkop\\w*', 'presale', 'forhands\\w*', 'biljetter(?:na)?', 'biljett\\w*', 'turne\\w*', 'konsert\\w*', 'spelning\\w*', 'fore alla andra', 'forst', 'tidig tillgang', 'slapps?'],
  discount: ['\\d+ ?%', 'rabatt\\w*', 'trojor', 'fri frakt', 'varukorg\\w*', 'webbutik\\w*', 'merch\\w*', 'tavling\\w*', 'vinn '],
  otp: ['galler i \\d+ min', 'dela inte', 'logga in', 'inloggning\\w*', 'verifiering\\w*', 'gar ut om', 'aterstall\\w*', 'lamna aldrig', 'bankid'],
  order: ['order(?:nummer|bekraftelse)', 'tack for ditt kop', 'summa', 'paket\\w*', 'faktura\\w*', 'hamtkod', 'bokningsnummer'],
  expired: ['gatt ut', 'utgangen', 'galler inte', 'inte langre', 'gamla', 'ogiltig', 'forra (?:aret|arets|turnen)', 'fjolarets', 'ersatt', 'makulerad', 'var fel', 'i stallet for', 'slutat'],
  later: ['ingen kod', 'utan kod', 'koden (?:kommer|skickas)', 'far du', 'skickar vi', 'kommer senare', 'behovs ingen'],
  stop: 'en ett den det de och eller men ar var med utan pa i av till fran for om som att jag du han hon vi ni din ditt er var min inte ingen aven nu har idag imorgon igar mandag tisdag onsdag torsdag fredag lordag sondag januari februari mars april maj juni juli augusti september oktober november december kl forkop forkopet biljetter biljett konsert turne lokal stad datum tid pris kod koden koder losenord ordet hej tack halsningar kram kramar alla allt mer mellanslag versaler gemener max person gamla nya'.split(' '),
};
