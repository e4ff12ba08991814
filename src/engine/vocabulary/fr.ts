import { frNames } from './names/fr.ts';
import type { Vocabulary } from './vocabulary.ts';

export const fr: Vocabulary = {
  id: 'fr',
  stopWords: `a ai alors après as au aucun aussi autre autres aux avant avec avoir c ce cela ces cet cette ceux chaque comme comment contre d dans de depuis des dois doit donc du elle elles en encore est et etre
eux existe fait faire faut font il ils j je l la le les leur leurs lors lui m ma mais me mes moi mon même n ne ni nos notre nous on ont ou où par parce pas peut peux plus pour pourquoi pouvez puis qu quand que quel quelle quelles quels
qui quoi s sa sans se sera ses si son sont sous sur t ta te tes toi ton tous tout toute toutes tu un une utilise utiliser utilisé vers veux vos votre vous y à été être`,
  intents: {
    how: 'comment (?:puis-je|peut-on|dois-je|faut-il|je|on|faire|configurer|installer|ajouter|créer|lancer|utiliser)|comment \\p{L}+er|comment \\p{L}+ir|comment \\p{L}+re|est-il possible|peut-on|puis-je|quelle (?:commande|étape)s?|quelles étapes|y a-t-il un moyen',
    where:
      "où|dans quel(?:le)? (?:fichier|module|classe|fonction|dossier|répertoire|chapitre|page)|d['’]où|quel(?:le)?s? (?:fichier|module|dossier|classe|fonction|page|document|chapitre)s?",
  },
  values: {
    unset: "valeur par défaut(?: de)?|par défaut|si (?:je|on|l['’]on) ne (?:configure|règle|précise|définit|définis|indique) rien",
    frame: 'attend|gardée?s?|reste|restent|dure|durent|valable|valide',
    measures: {
      duration: '(?:pendant |après )?combien de temps|(?:après )?combien de (?:secondes|minutes|heures|jours|semaines|mois|ans)',
      frequency: 'à quelle fréquence|tous les combien',
      amount: "(?:après )?combien (?:de|d['’])|au (?:plus|moins|maximum|minimum)|à la fois",
      size: '(?:de )?quelle (?:est la )?taille',
    },
  },
  names: frNames,
  workspace: {
    words: 'projet dépôt bibliothèque paquet application programme outil logiciel code but objectif résumé aperçu sert fait quoi agit',
    demonstratives: 'ce|cet|cette',
    points: 'ça|le|la|l',
  },
  orientation: {
    asking: 'montre montrer explique décris trouve trouver trouvent situe place genre sorte choses sert rôle mieux',
    read: 'lire lecture comprendre étudier ouvrir explorer découvrir',
    code: 'source sources code fichier fichiers fonction classe module modules principales principaux principale',
    parts: 'organisé organisée organisation structuré structurée structure architecture divisé parties composants modules paquets aperçu',
    entry: 'entrée',
    start: 'commence commencer démarre début premier point main',
    folder: 'dossier dossiers répertoire répertoires contient contenu',
    changes:
      'changement changements changé nouveau nouveautés nouveauté version versions publication ajouté corrigé neuf mise mises jour apporte apporté',
    latest: 'dernière dernières dernier récente nouveau nouveautés nouveauté neuf récentes récemment actuelle',
  },
  followUp: {
    begins: "et|mais|ou|donc|aussi|qu['’]en est-il",
    points: 'il|elle|ils|elles|lui|cela|ça|celui|celle|ceux|celles|là|leur|leurs',
  },
};
