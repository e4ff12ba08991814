import type { NameVocabulary } from '../vocabulary.ts';

export const deNames: NameVocabulary = {
  before: 'bitte|kannst du|können sie|könntest du|sag mir|zeig(?:e)? mir|finde|liste|nenne|und|auch|alle|die|ich (?:möchte|will) wissen,?',
  after: 'bitte|(?:in|im) (?:diesem|dem|unserem) (?:projekt|repository|code|quelltext)|hier|überall|genau|auf|überhaupt',
  articles: 'ein|eine|einen|einem|einer|der|die|das|den|dem|des|diese|dieser|dieses|diesen|diesem|unser|unsere|alle',
  kinds:
    'funktion(?:en)?|methoden?|klassen?|konstruktor|typ(?:en)?|schnittstellen?|interface|struct|modul(?:e|s)?|datei(?:en)?|konstanten?|variablen?|felder|feld|eigenschaft|makros?|komponenten?|symbol|paket',
  pronouns: 'es|sie|ihn|er|das|dies|diese|dieser|dieses|den|dem',
  words: {
    who: '(?:wer|was|welche[rsn]? (?:funktion(?:en)?|methoden?|datei(?:en)?|stellen?|module?|klassen?|tests?|teile?|typ(?:en)?))',
    become: '(?:wird|werden|wurde|ist|sind)',
    change: '(?:ändere|ändert|ändern|umbenenne|entferne|entfernt|lösche|löscht|verschiebe|anfasse)',
  },
  phrases: {
    connection: [
      'wie (?:sind|ist|hängen|hängt) {a} (?:und|mit) {b} (?:verbunden|verknüpft|verwandt|zusammen)',
      'was (?:verbindet|verknüpft) {a} (?:und|mit) {b}',
      'was (?:haben|hat) {a} mit {b} zu tun',
    ],
    difference: [
      '(?:was ist |worin besteht )?der unterschied zwischen {a} und {b}',
      '(?:worin|wie) unterscheide[nt] sich {a} (?:und|von) {b}',
    ],
    reach: [
      '(?:was|welche[rsn]? (?:dateien|stellen|tests?|teile)) (?:bricht|brechen|geht kaputt|gehen kaputt|passiert|ist betroffen|sind betroffen),? (?:wenn|falls) (?:ich|wir|man) {a} {change}',
      '(?:was|welche[rsn]? (?:dateien|stellen|tests?)) muss (?:ich|man) (?:ändern|anpassen),? (?:wenn|falls) (?:ich|wir|man) {a} {change}',
      '(?:welche )?auswirkungen (?:hat )?(?:eine[rn]? )?änderung (?:von|an) {a}',
    ],
    tests: [
      'welche[rs]? tests? (?:deckt|decken|prüft|prüfen|testet|testen) {a}(?: ab)?',
      '(?:wo|wie) {become} {a} getestet',
      '(?:gibt es )?tests? (?:für|zu|von) {a}',
    ],
    docs: [
      'wo {become} {a} (?:dokumentiert|beschrieben|erklärt)',
      'welche (?:doku|dokumente|seiten?) (?:beschreib(?:t|en)|erwähn(?:t|en)) {a}',
    ],
    calls: [
      '{who} (?:ruft|rufen) {a} auf',
      '(?:von )?wo(?:her)? {become} {a} aufgerufen',
      'aufrufe(?:r)? (?:von|der) {a}',
      '{who} {a} (?:aufruft|aufrufen)',
    ],
    imports: ['{who} (?:importiert|importieren) {a}', 'wo {become} {a} importiert'],
    subclasses: [
      '{who} (?:erbt|erben|leitet|leiten) von {a}(?: ab)?',
      '{who} (?:implementiert|implementieren|erweitert|erweitern) {a}',
      '(?:unterklassen|implementierungen) von {a}',
    ],
    uses: [
      '{who} (?:benutzt|benutzen|verwendet|verwenden|nutzt|nutzen|braucht|brauchen) {a}',
      'wo {become} {a} (?:benutzt|verwendet|genutzt|gebraucht)',
      '(?:verwendungen|benutzer) von {a}',
    ],
    reason: [
      '(?:warum|wieso|weshalb|wozu) (?:gibt es|haben wir|brauchen wir|braucht (?:es|man)|existiert|existieren) {a}',
      '(?:warum|wieso|weshalb) (?:ist|sind) {a} (?:so|da|hier|nötig|notwendig|so (?:gemacht|geschrieben))',
      'seit wann (?:gibt es|haben wir|existiert|existieren|ist|sind) {a}(?: da| hier| so)?',
      'wann (?:wurde|wurden|ist|sind) {a} (?:zuletzt )?(?:eingeführt|hinzugefügt|entfernt|gelöscht|umbenannt|geändert|entstanden)(?: worden)?',
      'was (?:ist der grund|sind die gründe) für {a}',
      'was (?:wurde|ist) aus {a}(?: geworden)?',
    ],
    definition: [
      'wo {become} {a} (?:definiert|deklariert|implementiert|umgesetzt|zu finden)',
      'in welcher datei {become} {a} (?:definiert|deklariert|implementiert)',
      'welche datei (?:definiert|enthält|implementiert) {a}',
      '(?:definition|deklaration|implementierung|quelltext) von {a}',
      'wo (?:ist|sind|steht|liegt|finde ich) {a}',
    ],
  },
};
