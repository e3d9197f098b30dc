import type { CueWords } from './cue-words.ts';

export const nl: CueWords = {
  nouns: ['codes?', 'wachtwoord', 'codewoord', 'sleutelwoord', 'toverwoord', 'trefwoord', 'woord', 'sleutel'],
  early: ['voorverkoop\\w*', 'presale-?', 'pre-?sale', 'toegangs?', 'actie', 'promo\\w*', 'exclusie\\w+', 'persoonlijk\\w*', 'uniek\\w*', 'fan\\w*', 'leden\\w*', 'voorrangs?\\w*', 'ticket\\w*', 'kaart\\w*', 'ontgrendel\\w*', 'nieuwsbrief\\w*', 'priority', 'geheim\\w*', 'uitnodigings?\\w*'],
  other: ['kortings?\\w*', 'bestel\\w*', 'reserverings?\\w*', 'bevestigings?\\w*', 'ophaal\\w*', 'afhaal\\w*', 'verificatie\\w*', 'inlog\\w*', 'beveiligings?\\w*', 'pin\\w*', 'klant\\w*', 'volg\\w*', 'track\\w*', 'retour\\w*', 'qr-?\\w*', 'bar\\w*', 'streep\\w*', 'dress\\w*', 'kleding\\w*', 'post\\w*', 'wifi\\w*', 'gedrags\\w*', 'cadeau\\w*', 'betaal\\w*', 'parkeer\\w*', 'deur\\w*', 'bron\\w*', 'herstel\\w*', 'activatie\\w*', 'winkel\\w*', 'actiewinkel', 'eenmalige'],
  verbs: ['gebruik\\w*', 'vul', 'vult', 'invullen', 'voer', 'voert', 'typ', 'type', 'tik', 'met', 'geef', 'neem', 'pak', 'kies', 'zet', 'toets'],
  copulas: ['is', 'zijn', 'luidt', 'wordt', 'was', 'blijft', 'deze keer', 'gewoon', 'dit keer'],
  fillers: ['de', 'het', 'een', 'je', 'jouw', 'uw', 'onze', 'deze', 'dit', 'code', 'wachtwoord', 'codewoord', 'woord', 'persoonlijke', 'exclusieve', 'unieke', 'volgende', 'hier', 'gewoon', 'bij', 'in', 'presale-code', 'nieuwe', 'als'],
  afters: ['in\\b', 'bij het (?:bestellen|afrekenen|kopen)', 'om (?:je|jouw|de|te|toegang|kaarten|tickets)', 'als (?:code|wachtwoord)', 'in het (?:veld|vak)', 'koop je', 'kun je', 'invullen', 'is (?:de|het|je|jouw)', 'op de'],
  presale: ['voorverkoop\\w*', 'pre-?sale\\w*', 'kaart(?:en|je|jes|verkoop)?', 'tickets?', 'tour', 'concert\\w*', 'als eerste', 'voorrang', 'eerder', 'voor iedereen', 'optreden', 'leden', 'alvast'],
  discount: ['\\d+ ?%', 'korting\\w*', 'truien', 'shirts?', 'merch\\w*', 'verzendkosten', 'winkelmand\\w*', 'gratis verzending', 'webshop', 'winactie', 'win '],
  otp: ['minuten geldig', 'geldig voor \\d+ min', 'deel deze code', 'inlog\\w*', 'in te loggen', 'verificatie\\w*', 'verloopt (?:over|na)', 'wachtwoord (?:opnieuw|herstellen)', 'met niemand'],
  order: ['bestelnummer', 'bestelling', 'bedankt voor je (?:bestelling|aankoop)', 'totaal', 'pakket\\w*', 'factuur\\w*', 'ophaal\\w*', 'track & trace'],
  expired: ['verlopen', 'niet meer', 'oude', 'ongeldig', 'vorig jaar', 'vorige', 'vervallen', 'vervangen', 'geannuleerd'],
  later: ['geen code', 'zonder code', 'krijg je .{0,20}(?:morgen|later)', 'ontvang je', 'sturen we', 'volgt', 'wordt .{0,20}verstuurd'],
  stop: 'de het een en of maar is zijn was van voor met zonder op in aan bij naar uit over onder tot te om als dan dat die dit deze je jij jouw u uw we wij ons onze ik mijn hij zij ze niet geen ook nog al hier nu vandaag morgen maandag dinsdag woensdag donderdag vrijdag zaterdag zondag januari februari maart april mei juni juli augustus september oktober november december uur voorverkoop presale kaarten kaart tickets ticket concert tour zaal stad datum tijd prijs code codes wachtwoord woord hoi hallo bedankt groet groeten groetjes alle allemaal meer gewoon spaties hoofdletters kleine letters maximaal persoon'.split(' '),
};
