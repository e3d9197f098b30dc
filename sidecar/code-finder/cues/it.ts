import type { CueWords } from './cue-words.ts';

export const it: CueWords = {
  nouns: ['codic[ei]', 'password', "parola d'ordine", 'parola (?:chiave|magica|segreta)', 'parola', 'chiave', 'passcode', 'pin'],
  early: ['prevendit\\w+', 'pre-?sale', 'presale', 'di accesso', "d'accesso", 'accesso', 'anteprima', 'anticipat\\w+', 'promozionale', 'promo', 'esclusiv\\w+', 'personal\\w+', 'unic\\w+', 'fan', 'soci', 'di sblocco', 'sblocco', 'riservat\\w+', 'invito'],
  other: ['ordine', 'prenotazione', 'conferma', 'ritiro', 'riferimento', 'tracciamento', 'spedizione', 'sconto', 'regalo', 'verifica', 'sicurezza', 'cliente', 'fiscale', 'qr', 'a barre', 'postale', 'wi-?fi', 'parcheggio', 'pagamento', 'autorizzazione', 'iscrizione', 'tributo', 'sigillo', 'attivazione', 'reso', 'fattura', 'otp', 'di condotta', 'abbigliamento', 'avviamento', 'trasferimento', 'accesso al tuo account', 'temporane\\w+', 'buono'],
  verbs: ['us(?:a|are|ate|i|ando)', 'utilizz\\w+', 'inser\\w+', 'digit\\w+', 'scriv\\w+', 'mett\\w+', 'con', 'immett\\w+', 'indic\\w+', 'serve', 'prova\\w*', 'applic\\w+', 'copi\\w+'],
  copulas: ['e', 'sono', 'sara', 'era', 'ecco', 'questa volta', 'seguente', 'resta', "e'"],
  fillers: ['il', 'lo', 'la', 'i', 'le', 'tuo', 'tua', 'suo', 'vostro', 'questo', 'questa', 'un', 'codice', 'password', 'parola', "d'ordine", 'di', 'accesso', 'prevendita', 'personale', 'esclusivo', 'promozionale', 'seguente', 'nostro', 'semplicemente', 'come', 'nuovo', 'sblocco'],
  afters: ['al (?:momento|checkout|carrello)', 'alla cassa', 'nel (?:campo|box|riquadro)', 'quando (?:richiesto|ti)', 'per (?:acquistare|accedere|sbloccare|comprare|entrare)', 'come (?:codice|password)', 'in fase di', 'fino a', 'nella (?:pagina|casella)', 'e il (?:tuo )?codice'],
  presale: ['prevendit\\w+', 'presale', 'bigliett\\w+', 'tour', 'concert\\w+', 'anteprima', 'prima di tutti', 'prima degli altri', 'accesso anticipato', 'vendita generale', 'posti'],
  discount: ['\\d+ ?%', 'sconto', 'felp\\w+', 'magliett\\w+', 't-?shirt', 'spedizione gratuita', 'carrello', 'store', 'negozio', 'saldi', 'estrazione', 'vinci', 'omaggio', 'buono'],
  otp: ['scade (?:tra|fra|in)', 'non condivider\\w+', 'verifica', 'accedere al tuo account', 'reimpost\\w+', 'valido (?:per )?\\d+ minuti', 'autorizz\\w+ (?:il|un) pagamento', 'login'],
  order: ['ordine', 'grazie per (?:il tuo|il suo|l\')? ?acquist\\w+', 'totale', 'fattura', 'ritiro', 'prenotazione', 'sigillo fiscale', 'pacco', 'iscrizione', 'tessera'],
  expired: ['scadut\\w+', 'non (?:e )?piu', 'vecchi\\w+', 'annullat\\w+', 'anno scorso', 'precedente', 'sostitu\\w+', 'non valid\\w+', 'non funziona'],
  later: ['senza codice', 'nessun codice', 'non (?:serve|occorre|e richiesto) (?:alcun |nessun )?codice', 'ti (?:invieremo|arrivera|manderemo)', 'riceverai', 'sara inviato', 'arrivera', 'verra inviato'],
  stop: 'il lo la i gli le un una uno e o ma di del della dei da dal in nel nella con su per tra fra che chi non piu come dove quando ti mi ci vi si suo tuo mio nostro vostro questo questa oggi domani ieri lunedi martedi mercoledi giovedi venerdi sabato domenica gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre prevendita biglietti biglietto concerto concerti tour sala citta data ora prezzo codice codici password parola ciao grazie saluti qui tutti tutte accesso acquista acquistare vendita generale massimo persona esclusiva maiuscole minuscole dal al seguente minuscolo'.split(' '),
};
