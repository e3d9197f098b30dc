import type { CueWords } from '../cue-words.ts';

/** Swedish words of dead and of later codes, and words that are never codes. */
export const svStates: Pick<CueWords, 'expired' | 'later' | 'stop'> = {
  expired: [
    'gatt ut',
    'utgangen',
    'galler inte',
    'inte langre',
    'gamla',
    'ogiltig',
    'forra (?:aret|arets|turnen)',
    'fjolarets',
    'ersatt',
    'makulerad',
    'var fel',
    'i stallet for',
    'slutat',
  ],
  later: [
    'ingen kod',
    'utan kod',
    'koden (?:kommer|skickas)',
    'far du',
    'skickar vi',
    'kommer senare',
    'behovs ingen',
  ],
  stop: 'en ett den det de och eller men ar var med utan pa i av till fran for om som att jag du han hon vi ni din ditt er min inte ingen aven nu har idag imorgon igar mandag tisdag onsdag torsdag fredag lordag sondag januari februari mars april maj juni juli augusti september oktober november december kl forkop forkopet biljetter biljett konsert turne lokal stad datum tid pris kod koden koder losenord ordet hej tack halsningar kram kramar alla allt mer mellanslag versaler gemener max person gamla nya giltig giltigt behovs kravs tillganglig skickad aktiv bifogad unik personlig snart redan utgangen obligatorisk oppen oppet annorlunda nedan klar vag giltiga samma inuti aldrig alltid alltsa andra annan annat annars annu antingen at atta avses bada bade bakom bara bast battre bland bli blir blev blivit bor borjar bort bra dag dagar dar darfor darmed dels dem denna deras dess dessa dessutom detta dig dina dit dock efter egen eget egentligen ej elva endast enkelt era ert fa far fast fem fick finns fler flera flesta flest foljande fore forra forst forsta forut fram framat framme funkar fyra ga gang ganger gar garna genom ger gick gor gora gors gott ha hade haft hall hela helst helt hem henne hennes her hit hogst honom hos hur ibland ifall igen ihop in inga inget ingenting innan innanfor inne inom istallet ja ju kan kanske kom komma kommer kommit kunde kunna kvar lang lange langre langst later latt legat lika lite liten ligger lilla lugnt man manga medan mellan mera mest mig mina minst mindre minns mitt mot mycket nagon nagot nagra namligen nar nara nasta nastan nedanfor nej ner nio nog numera nyss ocksa ofta omkring on ovan over par pe per precis ratt sa sade sag sager sagt samt sedan sen senare senast sex sig sin sina sist sista sitt sjalv sju ska skall skulle slutligen sma snabbt stor stora storre strax stundom ta tar tidig tidigare tidigt tills tillsammans tio tolv tre trots tva tvungen tycker under upp ur ut utanfor ute vad val valdigt valkommen vara varandra varfor varit varje vars vart vem vems verkligen vid vidare vil vilja vilka vilken vilket vill visst vore tis ons tors fre lor son jan feb mar apr jun jul aug sep sept okt nov dec middag midnatt morgon formiddag eftermiddag kvall natt vecka veckan veckor helg helgen manad manader aret timmar timme minuter hejsan tjena hejhej godmorgon basta kara valkomna vanliga halsning mvh vanligen lycka grattis obs viktigt paminnelse notera ursakta forlat ps amne biljetten biljetterna biljettslapp biljettkop forkopskod forkopskoden slapp slappet slapps forsaljning utsalt slutsalt plats platser sittplats staplats parkett laktare rad sektion entre dorrar forestallning show artist band scen arena festival konserten konserter spelning spelningar turnen fan fans fanclub klubb medlem medlemmar nyhetsbrev prenumerant prenumeranter registrera konto logga inloggning bestall bestalla bestallning order boka bokning kop kopa koper kopet betala betalning kassan kassa varukorg priser kronor kr sek eur avgift avgifter rabatt rabattkod presentkort butik frakt gratis erbjudande kampanj kampanjkod exklusiv exklusiva exklusivt personliga personligt unika unikt begransat begransad maximalt villkor integritet avregistrera avsluta mejl mail e-post epost meddelande lank lanken knapp knappen klicka tryck sida sidan webbplats hemsida ruta rutan falt faltet ange anger anvand anvander skriv skriver fyll mata knappa klistra kopiera kodord kodordet losenordet orden nyckelord bokstav bokstaver siffra siffror tecken bindestreck mellanrum versal gemen smatt'.split(
    ' ',
  ),
};
