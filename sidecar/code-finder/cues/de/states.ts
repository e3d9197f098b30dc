import type { CueWords } from '../cue-words.ts';

/** German words of dead and of later codes, and words that are never codes. */
export const deStates: Pick<CueWords, 'expired' | 'later' | 'stop'> = {
  expired: [
    'abgelaufen',
    'nicht mehr',
    'ungultig',
    'der alte',
    'alter code',
    'alten code',
    'letztes jahr',
    'vom letzten',
    'der letzten',
    'vorjahr\\w*',
    'ersetzt',
    'noch .{0,30} von der',
    'storniert',
    'statt',
  ],
  later: [
    'kein(?:en)? code',
    'ohne code',
    'code (?:folgt|kommt)',
    'bekommst du',
    'erhaltst du',
    'erhalten sie',
    'wird .{0,20}(?:verschickt|versendet|mitgeteilt)',
    'schicken wir',
    'folgt',
  ],
  stop: 'der die das den dem des ein eine einen einem einer und oder aber ist sind war wird mit ohne von vom zu zum zur im in am an auf aus bei bis nach fur uber unter vor durch ich du er sie es wir ihr mich dich uns euch mein dein sein unser euer nicht kein auch nur noch schon hier jetzt heute morgen montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar marz april mai juni juli august september oktober november dezember uhr vorverkauf karten ticket tickets konzert tour halle stadt datum preis code codes passwort kennwort stichwort hallo moin danke gruss grusse beste liebe alle alles mehr weiter gultig personlicher exklusiv einfach groß klein beim kauf kostenlos ab kasse bitte wie folgt notig noetig erforderlich aktiv verfugbar unten oben beigefugt enthalten bereits bald weiterhin abgelaufen verschickt gesendet einmalig personengebunden ubertragbar freigeschaltet da dabei unterwegs gleich richtig falsch notwendig individuell geschutzt offen geoffnet eindeutig folgender folgendes drin innen abends allem allen aller allerdings als also andere anderen anderer anderes anders anfang ans anstatt aufs außer außerdem beide beiden beides bekommen bereit besser bestimmt besten bin bisher bist bleibt brauchen braucht brauchst dadurch dafur dagegen daher dahin damals damit danach daneben dann daran darauf daraus darf darfst darin daruber darum darunter dass davon davor dazu deine deinem deinen deiner deines denen denn dennoch deren derselbe deshalb dessen desto deswegen dies diese diesem diesen dieser dieses diesmal dir doch dort drei dritte durfen durft eben ebenso eh eigentlich einander einige einigen einiger eins einzige elf ende endlich entweder erst erste ersten erster etwa etwas eure eurem euren eurer falls fast feld fest folgen folgende folgenden fort fruh fruher funf ganz ganze ganzen gar gegen gehen geht gehort gemacht genau genug gern gerne gesagt gestern gewesen gibt ging gut gute guten guter hab habe haben habt hast hat hatte hatten hattest her herein hierfur hiermit hin hinter hoch ihm ihn ihnen ihre ihrem ihren ihrer ihres immer indem infolge innerhalb ins inzwischen irgend ja je jede jedem jeden jeder jedes jedoch jemand jene kam kann kannst kaum keine keinem keinen keiner keines kleine klar komm kommen kommt konnen konnt konnte kurz lang lange lassen lasst laut leider letzte letzten letzter lieber lieben los machen macht mal man manche mehrere meine meinem meinen meiner meist meisten mir mochte mochten mochtest moglich morgens muss mussen musst musste nachdem nachher nachste nachsten nachster naher namlich naturlich neben neu neue neuen neuer neues neun nichts nie niemand niemals nirgends nochmal nun ob obwohl oft paar per pro rein rund sagen sagt samt schnell sechs sehr seid seine seinem seinen seiner seit seite selber selbst sich sieben sobald sofort sogar solche soll sollen sollst sollte sollten somit sondern sonst soviel sowie sowohl spat spater statt steht stets tag tage tagen teil tun tut uberall ubrigens um umso unbedingt unsere unserem unseren unserer usw viel viele vielen vielleicht vier vorab voran voraus vorbei vorher vorn wahrend wann waren warum was weder weg wegen weil weit weitere weiteren welche welchem welchen welcher welches wem wen wenig wenige wenn wer werde werden werdet weshalb wessen wieder wieso will willst wirst wo woche wochen wofur woher wohin wohl wollen wollt womit worden wozu wunsch wurde wurden ziemlich zehn zuerst zuletzt zumindest zunachst zuruck zusammen zwar zwei zwischen zwolf mo di mi do fr sa so mittags nachmittag nachts vormittags mitternacht wochenende jan feb mar mrz apr jun jul aug sep sept okt nov dez jahr jahre jahren monat stunden stunde minuten servus gruezi hallihallo hey liebes geehrte geehrter damen herren herr frau dankeschon herzlich herzliche herzlichen gruße grußen mfg lg vg tschuss ciao spaß freundlichen hochachtungsvoll ps nb betreff achtung wichtig hinweis erinnerung info ticketverkauf ticketshop karte eintrittskarte eintrittskarten vvk vorverkaufs presale kontingent verkaufsstart verkauf kaufen kaufe bestellen bestellung bestellungen buchen buchung warenkorb checkout bezahlen zahlung konto anmelden anmeldung registrieren newsletter abmelden abbestellen mitglied mitglieder fanclub fans club kunstler tournee show shows auftritt saal arena sitzplatz sitzplatze stehplatz stehplatze rang reihe block platz parkett einlass beginn preise kategorie gebuhren zzgl inkl mwst euro eur chf rabatt gutschein aktion gewinnspiel versand abholung rechnung datenschutz impressum agb kontakt widerruf webseite website link button klick klicke klicken formular eingabe eingeben gib geben tippe nutze nutzt verwende verwenden losung losungswort codewort zauberwort schlussel schlusselwort zugangscode aktionscode promocode großbuchstaben kleinbuchstaben großgeschrieben kleingeschrieben leerzeichen bindestrich zeichen ziffern buchstaben wort worter mail mails email e-mail nachricht posteingang spam anrede vorname nachname weiterleiten personliche personlichen personliches exklusive exklusiven exklusiver begrenzt limitiert ausverkauft verfugbare verfugung restkarten max maximal person stuck'.split(
    ' ',
  ),
};
