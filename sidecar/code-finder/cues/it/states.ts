import type { CueWords } from '../cue-words.ts';

/** Italian words of dead and of later codes, and words that are never codes. */
export const itStates: Pick<CueWords, 'expired' | 'later' | 'stop'> = {
  expired: [
    'scadut\\w+',
    'non (?:e )?piu',
    'vecchi\\w+',
    'annullat\\w+',
    'anno scorso',
    'precedente',
    'sostitu\\w+',
    'non valid\\w+',
    'non funziona',
  ],
  later: [
    'senza codice',
    'nessun codice',
    'non (?:serve|occorre|e richiesto) (?:alcun |nessun )?codice',
    'ti (?:invieremo|arrivera|manderemo)',
    'riceverai',
    'sara inviato',
    'arrivera',
    'verra inviato',
  ],
  stop: "il lo la i gli le un una uno e o ma di del della dei da dal in nel nella con su per tra fra che chi non piu come dove quando ti mi ci vi si suo tuo mio nostro vostro questo questa oggi domani ieri lunedi martedi mercoledi giovedi venerdi sabato domenica gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre prevendita biglietti biglietto concerto concerti tour sala citta data ora prezzo codice codici password parola ciao grazie saluti qui tutti tutte accesso acquista acquistare vendita generale massimo persona esclusiva maiuscole minuscole al seguente minuscolo valido valida necessario necessaria disponibile inviato inviata attivo attiva incluso allegato unico unica personale presto gia scaduto obbligatorio aperto aperta diverso strettamente corretto sotto ancora richiesto dentro abbia abbiamo abbiate adesso affinche ai alcun alcune alcuni all alla alle allo allora almeno altra altre altri altro anche anzi appena aver avere avete avra avrai avrete bene ben benche bisogna bisogno buon buona buone buoni c'e cento cerca certo cinque cioe ciascuno col coloro comunque contro cosa cose cosi cui dagli dai dalla dalle dare davanti davvero degli dell delle dello dice dietro dieci dopo dovete dovra dovrai dovrebbe due dunque durante ecco ed eppure era erano essa esse essere esso fa facciamo fai fanno fare fatto fine fino forse fu fuori gente giorni giorno grande grandi ha hai hanno ho infatti infine insieme intanto invece io l'altro lei li lontano loro lui mai male me medesimo meglio meno mentre mezzo mia mie miei mille molta molte molti molto ne neanche negli nei nelle nello nemmeno nessun nessuna nessuno niente noi nostra nostre nostri nove nulla nuova nuove nuovi nuovo od ogni ognuno oltre oppure otto parecchi parte peggio pero perche perfino persino piccolo po poche pochi poco poi poiche possiamo possibile possono poter potete potra potrai potrete presso prima prime primi primo proprio prossima prossimo puo puoi pur pure qua quale quali qualche qualcosa qualcuno qualsiasi quanta quante quanti quanto quasi quattro quegli quel quella quelle quelli quello queste questi quindi sara sarai saranno sarete sei sembra sempre senza sette seconda secondo siamo siate siete sia sono sopra soprattutto sta stai stanno stare stata state stati stato stessa stesse stessi stesso sto sua subito sue sugli sui sul sulla sulle suoi tale tali tanta tante tanti tanto te terza terzo tre troppo tu tua tue tuoi tutta tuttavia tutto ultima ultimo va vai vanno verra verso via vicino voi volta volte vostra vostre vostri vuoi vuole lun mar mer gio ven sab dom gen feb apr mag giu lug ago set sett ott nov dic mezzogiorno mezzanotte mattina pomeriggio sera notte settimana settimane mese mesi anno anni ore minuti buongiorno buonasera salve gentile gentili caro cara cari carissimi benvenuto benvenuta benvenuti cordiali distinti cordialmente abbracci abbraccio baci bacio affettuosamente attenzione importante promemoria avviso nota ps scusate prevendite anteprima biglietteria botteghino posto posti platea galleria tribuna parterre palco palchi prato settore fila file ingresso ingressi cancelli spettacolo spettacoli evento eventi artista artisti live date tournee teatro palazzetto stadio festival fan fans club fanclub soci socio iscritti iscritto tesserati abbonati newsletter registrazione registrati account utente mail email e-mail messaggio link pulsante clicca cliccare premi pagina sito web campo casella riquadro inserisci inserire inserite digita digitare scrivi usa usare usate utilizza utilizzare incolla copia metti carrello cassa pagamento pagare ordine ordini prenota prenotare prenotazione sconto sconti regalo buono negozio spedizione promozione promozionale offerta parole chiave spazio spazi trattino lettere lettera numero numeri cifre caratteri accento accenti maiuscola minuscola limite limitato limitata cliente clienti disponibili disponibilita esaurito esclusivo esclusivi anticipato anticipata prioritario prioritaria riservato riservata termini condizioni privacy disiscriviti cancellarsi euro prezzi commissioni incluse escluse".split(
    ' ',
  ),
};
