import type { CueWords } from '../cue-words.ts';

/** Dutch words of dead and of later codes, and words that are never codes. */
export const nlStates: Pick<CueWords, 'expired' | 'later' | 'stop'> = {
  expired: [
    'verlopen',
    'niet meer',
    'oude',
    'ongeldig',
    'vorig jaar',
    'vorige',
    'vervallen',
    'vervangen',
    'geannuleerd',
  ],
  later: [
    'geen code',
    'zonder code',
    'krijg je .{0,20}(?:morgen|later)',
    'ontvang je',
    'sturen we',
    'volgt',
    'wordt .{0,20}verstuurd',
  ],
  stop: 'de het een en of maar is zijn was van voor met zonder op in aan bij naar uit over onder tot te om als dan dat die dit deze je jij jouw u uw we wij ons onze ik mijn hij zij ze niet geen ook nog al hier nu vandaag morgen maandag dinsdag woensdag donderdag vrijdag zaterdag zondag januari februari maart april mei juni juli augustus september oktober november december uur voorverkoop presale kaarten kaart tickets ticket concert tour zaal stad datum tijd prijs code codes wachtwoord woord hoi hallo bedankt groet groeten groetjes alle allemaal meer gewoon spaties hoofdletters kleine letters maximaal persoon geldig nodig vereist beschikbaar verzonden verstuurd actief bijgevoegd uniek persoonlijk binnenkort verlopen verplicht open geopend anders hieronder onderweg klaar alvast eenmalig onderstaande binnenin achter af alleen alles alsof altijd ander andere been beide ben bent beter bijna binnen blijft boven buiten daar daarna daarom daarvoor dag dagen dank dankzij deed deel derde dezelfde dingen direct doe doen doet door drie dubbel dus echt echter eerst eerste eigen eigenlijk elk elke enige enkele er eraan erbij ergens ermee erop eruit ervan even gaan gaat geeft gebruik gebruiken gebruikt gedaan geef gegaan gehad geven geweest goed goede graag groot grote ha haar had hadden heb hebben hebt heeft heel hele helaas hem hen hetzelfde hiermee hoe hoeveel hun ieder iedere iedereen iemand iets ineens intussen ja jezelf jou jullie kan kans keer kijk klein kom komen komt kon kort krijg krijgen krijgt kun kunnen kunt laat laatste lang langs later leuk liever maak maakt maken man manier me mee meest meteen min minder misschien moest moet moeten mogelijk mogen na naast namelijk natuurlijk neem nee negen nergens niemand niets nieuw nieuwe nooit nou ofwel omdat ongeveer onszelf ooit opnieuw overal paar pas per plus precies reeds rond samen sinds slechts snel sommige soms speciaal staan staat steeds straks tegen tegelijk terug terwijl tevens thuis tien tijdens toch toen totdat tussen twaalf twee tweede uiteraard uiterlijk uren vaak vanaf vanavond vandaar vanwege veel ver verder via vier vijf volgende volgens vooraf vooral voordat vorige vraag waar waarbij waarin waarmee waarom wacht wanneer want waren wat weer week weken wel welk welke wie wil willen wilt word worden wordt zal zeer zeker zelf zelfs zes zeven zich zie zien zin zo zoals zodat zodra zou zouden zult zullen ma di wo vr za jan feb mrt apr jun jul aug sep sept okt nov dec middag middernacht ochtend avond nacht weekend maand maanden jaar jaren minuten geachte beste lieve goedemorgen goedemiddag goedenavond welkom vriendelijke hartelijke liefs groetje ziens doei dankjewel succes plezier sorry opgelet belangrijk herinnering let ps nb onderwerp kaartverkoop kaartje kaartjes ticketverkoop ticketshop voorverkoopcode presalecode verkoop verkocht uitverkocht toegang zitplaats zitplaatsen staanplaats plaats plaatsen rij vak tribune voorstelling show shows artiest band podium festival theater concerten tournee datums deuren aanvang fan fans fanclub lid leden nieuwsbrief abonnee abonnees registratie aanmelden afmelden uitschrijven account inloggen bestel bestellen bestelling bestellingen koop kopen betalen afrekenen winkelmandje kassa prijzen euro servicekosten korting kortingscode cadeau webshop winkel gratis aanbieding actie exclusief exclusieve persoonlijke unieke geldige beperkt maximum voorwaarden privacy mail e-mail mails bericht link knop klik klikken pagina site website veld vakje vul vult invullen invoeren voer typ typen toverwoord codewoord sleutelwoord toegangscode actiecode promocode letter spatie streepje cijfer cijfers tekens hoofdletter hoofdlettergevoelig'.split(
    ' ',
  ),
};
