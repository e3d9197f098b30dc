import type { CueWords } from '../cue-words.ts';

/** French words of dead and of later codes, and words that are never codes. */
export const frStates: Pick<CueWords, 'expired' | 'later' | 'stop'> = {
  expired: [
    'expire\\b',
    'perime',
    "n'est plus",
    'ne (?:marche|fonctionne) plus',
    "l'ancien",
    'ancien code',
    'annule',
    "de l'an dernier",
    "l'annee derniere",
    'remplace',
    'ne plus utiliser',
    'invalide',
    "l'autre",
  ],
  later: [
    'aucun code',
    'pas (?:besoin )?de code',
    'sans code',
    'vous sera (?:envoye|communique)',
    'sera (?:envoye|communique)',
    'recevrez',
    'arrivera',
    'suivra',
    'a venir',
    "vous (?:l')?enverrons",
  ],
  stop: "le la les un une des du de et ou est ce cet cette ces ton votre vos nos notre mon ma mes son sa ses je tu il elle nous vous ils pas plus pour par sur dans avec sans ici merci bonjour bonsoir salut lundi mardi mercredi jeudi vendredi samedi dimanche janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre prevente preventes billet billets billetterie place places acces ouverture generale vente concert concerts tournee salle ville date heure tarif tarifs code codes mot passe promo offre reserver acheter cliquez suivant partir tous toutes tout dernier premiere aucun objet champ achat minuscules majuscules voici valable valide requis requise necessaire disponible envoye envoyee actif active indique inclus joint unique personnel deja bientot toujours expire utilise communique obligatoire reserve ouvert ouverte gratuit suivante ci-dessous dessous different exclusif strictement sensible dedans interieur ai aie ailleurs ainsi alors apres as assez au aucune aujourd'hui auparavant aura aurait aurez auront aussi autant autre autres autour avaient avais avait avant avez aviez avoir avons aux bah bas beau beaucoup bien bon bonne bonnes bons c'est car ceci cela celle celles celui cent cents cependant ceux chacun chaque chez chose choses ci cinq combien comme comment contre coup d'un d'une debut dehors demain depuis derriere desormais deux devant devez devra devrait dit dix doit doivent donc donner dont douze durant eh elles encore enfin ensemble ensuite entre entree entrer environ es etaient etais etait etant ete etes etre eu eux face faire fais fait faites falloir faudra faut fin fois font fut grand grande gros guere haut hein hier hop hors hui jamais jour jours jusqu'a jusque l'ensemble la-bas laquelle lequel lesquels leur leurs loin long longtemps lors lorsque lui mais mal malgre maintenant meilleur meilleure meilleures meme memes mieux mille mis mise moi moins moment n'est ne neuf ni non notamment nouveau nouveaux nouvelle nouvelles nul on onze oui ouf ouvre parce parfois parmi partout peine pendant petit petite peu peut peuvent peux plusieurs plutot possible pourquoi pourra pourrez pourront pouvez pouvoir premier premiers prendre presque prochain prochaine puis puisque qu'il quand quant quatre quel quelle quelles quelque quelques quels qui quinze quoi quoique rien s'il sauf second seconde sept sera serez seront seul seule seulement si sinon sitot six soi soient soir sois soit sommes sont sous souvent suis surtout tandis tant tard tel telle telles tels tes tien toi toute toutefois treize trente tres trois trop va vais vas vers veut veux via vient vingt vite voient voila voir vont vraiment vrai vu y lundis mardis jeudis vendredis samedis dimanches lun mar mer jeu ven sam dim janv jan fev fevr avr juil aou oct nov dec midi minuit matin matinee apres-midi weekend week-end semaine semaines mois annee annees heures h minutes coucou chere cher chers cheres bienvenue cordialement amicalement amities bises bisous bisou sincerement salutations respectueusement journee soiree felicitations desole desolee attention rappel nb ps ref mme mlle mr madame monsieur mesdames messieurs reserves reservation reservations reservez achetez acheteur commande commandes commander panier paiement payer caisse compte inscription inscrits inscrit connexion connecter membre membres adherent adherents abonne abonnes fan fans club artiste artistes groupe festival spectacle spectacles seance seances theatre zenith fosse gradin gradins balcon carre assis assise debout siege sieges rang rangee porte portes gratuite euro euros max mini limite limitee maxi quantite guichet contingent complet champs case cases page site lien bouton cliquer ici-meme saisir saisissez taper tapez utilisez utiliser entrez indiquez copiez collez mots cle sesame espace espaces lettre lettres chiffre chiffres majuscule minuscule tiret accent attache demande demandee confirmee confirme privee prive anticipee anticipe prioritaire partenaire partenaires promotion promotionnel reduction remise boutique livraison courriel mail mails email infolettre desinscription desabonner mentions legales confidentialite conditions numero".split(
    ' ',
  ),
};
