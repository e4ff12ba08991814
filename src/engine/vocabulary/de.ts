import { deNames } from './names/de.ts';
import type { Vocabulary } from './vocabulary.ts';

export const de: Vocabulary = {
  id: 'de',
  stopWords: `aber alle allem allen aller alles als also am an auch auf aus bei beim bin bis bist da dabei damit danach dann das dass dein deine dem den denn der des dessen die dies
diese diesem diesen dieser dieses doch dort du durch ein eine einem einen einer eines er es etwas fur gegen gibt haben habe hat hatte hier ich ihm ihn ihr ihre im in ist ja jede jeder jedes kann
kannst kein keine keinen können man mehr mein meine mich mir mit muss müssen nach nicht nichts noch nun nur ob oder ohne sehr sein seine sich sie sind so soll sollte sondern um und uns unter viel vom von
vor wann war waren warum was weil welche welchem welchen welcher welches wenn wer werden wie wieso will wir wird wo wofür woher wohin worden wurde wurden zu zum zur zwischen über gehen geht machen macht mache
brauche brauchen verwenden verwendet benutzen nutzen möglich`,
  reasons: 'weil|damit|sonst|andernfalls|um zu (?:vermeiden|verhindern)|absichtlich|mit absicht|aus (?:historischen )?gründen|der grund',
  causes: 'verursacht verursachte wegen aufgrund infolge daher deshalb folglich',
  intents: {
    how: 'wie (?:kann|könnte|muss|soll|sollte|darf|mache|bekomme|erstelle|richte|installiere|starte|setze) (?:ich|man|wir)|wie (?:ich|man|wir)|wie \\p{L}+ (?:ich|man|wir)|kann (?:ich|man)|ist es möglich|gibt es eine möglichkeit|welche[rsn]? (?:befehl|befehle|schritte?)|mit welchem befehl|womit',
    where:
      'wo|woher|wohin|in welche[rmsn] (?:datei|modul|klasse|funktion|ordner|verzeichnis|kapitel)|welche[rsn]? (?:datei|dateien|modul|module|ordner|klasse|funktion|seite|dokument|kapitel)',
  },
  deciders:
    'welche (?:datei|komponente|klasse) (?!(?:ist|hat|muss|soll|kann|wird)(?!\\p{L}))\\p{L}+t|wo wird (?:\\p{L}+ )?(?:entschieden|geprüft|festgelegt)',
  values: {
    unset:
      '(?:(?:wenn|falls) )?(?:ich|man|wir|niemand) (?:nichts|keine\\p{L}*(?: \\p{L}+)?) (?:anderes )?(?:einstell\\p{L}+|konfigurier\\p{L}+|angeb\\p{L}+|angibt|setz\\p{L}+|festleg\\p{L}+)|standardmäßig|standardwert|voreinstellung|voreingestellt|vorgabe',
    frame: 'wartet|gewartet|aufgegeben|bleibt|bleiben|dauert|gültig|aufbewahrt|behalten',
    measures: {
      duration: 'wie lange|nach welcher zeit|(?:nach )?wie vielen? (?:sekunden|minuten|stunden|tagen?|wochen|monaten?|jahren?)',
      frequency: 'wie (?:oft|häufig)',
      amount: '(?:nach )?wie vielen?|höchstens|maximal|mindestens|gleichzeitig',
      size: 'wie groß',
      width: 'wie breit',
      depth: 'wie tief',
    },
  },
  definitions:
    'klasse klassen unterklasse methode methoden funktion funktionen parameter argument argumente attribut attribute konstruktor ausnahme implementierung implementiert',
  names: deNames,
  workspace: {
    words:
      'projekt repository repo codebasis bibliothek paket anwendung programm werkzeug software app code zweck ziel überblick übersicht tut gut leistet handelt dient worum wozu',
    demonstratives: 'dies|diese[mrs]?',
    points: 'das|der|die|es|hier',
  },
  orientation: {
    asking: 'zeige zeig erkläre beschreibe liegt liegen steckt befindet befinden art dinge zweck dient gut am besten',
    read: 'lesen lese verstehen anschauen ansehen öffnen kennenlernen',
    code: 'quelltext quellcode code quellen datei dateien funktion klasse modul module hauptteile wichtigsten',
    parts:
      'aufgebaut aufbau gegliedert gliederung strukturiert struktur architektur aufgeteilt unterteilt organisiert teile bestandteile komponenten besteht module pakete überblick',
    entry: 'einstieg einstiegspunkt',
    start: 'start startet starte beginnt beginne anfangen anfang fange fängt zuerst main hauptfunktion',
    folder: 'ordner ordnern verzeichnis verzeichnisse unterordner enthält inhalt',
    changes:
      'änderungen änderung geändert neuerungen neu neue neues version versionen veröffentlichung release update updates passiert behoben hinzugefügt hinzugekommen getan',
    latest: 'letzte letzten letzter neueste neuesten neuester neu neue neues aktuelle aktuellen zuletzt kürzlich neulich jüngste jüngsten',
  },
  manifest: {
    versions: 'version versionen unterstützt unterstützen benötigt benötigen erforderlich vorausgesetzt mindestens kompatibel',
    dependencies: 'abhängigkeiten bibliotheken pakete',
    run: 'führe führt starte aufrufen ausführen befehl befehle skript aufgabe lokal projekt',
    makes: 'baue bauen erzeuge erzeugen erstelle erstellen prüfe prüfen messe',
  },
  followUp: {
    begins: 'und|aber|oder|also|auch|was ist mit|wie sieht es mit',
    points:
      'er|sie|es|ihn|ihm|ihr|ihre|ihren|dies|diese|diesen|dieser|dieses|das(?=\\s*[?.!,]|$)|dort|dann|dabei|damit|davon|dafür|darin|dazu',
  },
};
