import type { NameVocabulary } from '../vocabulary.ts';

export const frNames: NameVocabulary = {
  before:
    "s['’]il te plaît|s['’]il vous plaît|peux-tu|pouvez-vous|montre-moi|montrez-moi|dis-moi|trouve|liste|et|aussi|tous les|toutes les|les",
  after: "s['’]il (?:te|vous) plaît|dans (?:ce|le|notre) (?:projet|dépôt|code)|ici|exactement|directement",
  articles: "un|une|le|la|les|des|du|de la|ce|cet|cette|l['’]|notre|nos|tous les|toutes les",
  kinds:
    'fonctions?|méthodes?|classes?|constructeur|types?|interfaces?|structures?|modules?|fichiers?|constantes?|variables?|champs?|propriété|macros?|composants?|symbole|paquet',
  pronouns: 'il|elle|le|la|les|ça|cela|ceci|celui-ci|celle-ci',
  words: {
    who: "(?:qui|qu['’]est-ce qui|quel(?:le)?s? (?:fonctions?|méthodes?|fichiers?|endroits?|modules?|classes?|tests?|parties?|types?))",
    is: '(?:est(?:-ce que)?|sont|est-il|est-elle)',
    change: '(?:change|modifie|renomme|supprime|déplace|enlève|changeons|modifions)',
  },
  phrases: {
    connection: [
      'quel (?:est le )?(?:lien|rapport) (?:y a-t-il )?entre {a} et {b}',
      'comment {a} et {b} sont(?:-ils|-elles)? (?:liés?|liées?|reliés?|reliées?)',
    ],
    difference: [
      '(?:quelles? (?:est|sont) )?l(?:a|es) différences? entre {a} et {b}',
      'en quoi {a} diffère(?:nt)?(?:-t-(?:il|elle))? de {b}',
    ],
    reach: [
      "(?:qu['’]est-ce qui|que|quels? (?:fichiers?|tests?)) (?:casse(?:nt)?|se passe(?:-t-il)?|est (?:affecté|impacté|touché)|sont (?:affectés|impactés|touchés)) si (?:je|on|nous) {change} {a}",
      "(?:quel est )?l?['’]?impact (?:d['’]un changement|d['’]une modification) (?:de|du) {a}",
    ],
    tests: [
      'quels? tests? (?:couvre(?:nt)?|teste(?:nt)?|vérifie(?:nt)?) {a}',
      '(?:où|comment) {is} testée?s? {a}',
      '(?:où|comment) {is} {a} testée?s?',
      'tests? (?:de|pour|du) {a}',
    ],
    docs: [
      'où {is} (?:documentée?s?|décrite?s?) {a}',
      'où {is} {a} (?:documentée?s?|décrite?s?|expliquée?s?)',
      'quelle (?:page|documentation) (?:décrit|mentionne|explique) {a}',
    ],
    calls: [
      '{who} (?:appelle(?:nt)?|invoque(?:nt)?) {a}',
      "(?:d['’])?où {is} appelée?s? {a}",
      "(?:d['’])?où {is} {a} appelée?s?",
      'appels? (?:de|à|du) {a}',
    ],
    imports: ['{who} importe(?:nt)? {a}', 'où {is} importée?s? {a}', 'où {is} {a} importée?s?'],
    subclasses: [
      '{who} (?:hérite(?:nt)? de|étend(?:ent)?|implémente(?:nt)?|dérive(?:nt)? de) {a}',
      '(?:sous-classes|implémentations) (?:de|du) {a}',
    ],
    uses: [
      '{who} (?:utilise(?:nt)?|emploie(?:nt)?|dépend(?:ent)? de) {a}',
      'où {is} (?:utilisée?s?|employée?s?) {a}',
      'où {is} {a} (?:utilisée?s?|employée?s?)',
      '(?:utilisations|usages) (?:de|du) {a}',
    ],
    definition: [
      'où {is} (?:définie?s?|déclarée?s?|implémentée?s?) {a}',
      'où {is} {a} (?:définie?s?|déclarée?s?|implémentée?s?)',
      '(?:dans )?quel fichier (?:définit|déclare|contient|implémente|{is} (?:définie?s?|déclarée?s?)) {a}',
      '(?:définition|déclaration|implémentation|code source) (?:de|du) {a}',
      'où (?:se trouve(?:nt)?|est|sont) {a}',
    ],
  },
};
