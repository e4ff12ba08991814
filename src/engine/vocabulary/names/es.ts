import type { NameVocabulary } from '../vocabulary.ts';

export const esNames: NameVocabulary = {
  before: '¿|por favor|puedes|podrías|dime|muéstrame|muestra|encuentra|lista|y|también|todos los|todas las|los|las',
  after: 'por favor|en (?:este|el|nuestro) (?:proyecto|repositorio|código)|aquí|exactamente|directamente',
  articles: 'un|una|el|la|los|las|este|esta|nuestro|nuestra|todos los|todas las',
  kinds:
    'funciones|función|métodos?|clases?|constructor|tipos?|interfaz|interfaces|estructuras?|módulos?|archivos?|ficheros?|constantes?|variables?|campos?|propiedad|macros?|componentes?|símbolo|paquete',
  pronouns: 'lo|la|los|las|esto|eso|este|esta|él|ella',
  words: {
    who: '(?:quién(?:es)?|qué(?: (?:funciones|función|métodos?|archivos?|ficheros?|partes?|módulos?|clases?|pruebas?|tests?|tipos?))?)',
    be: '(?:se|es|está|están|son)',
    change: '(?:cambio|cambiamos|modifico|renombro|elimino|borro|quito|muevo|toco)',
  },
  phrases: {
    connection: ['(?:cómo (?:están|se) (?:relacionados?|relacionan|conectan) |qué relación hay entre |qué conecta ){a} (?:y|con) {b}'],
    difference: ['(?:cuál es la|qué) diferencia (?:hay )?entre {a} y {b}', 'en qué se diferencian? {a} (?:y|de) {b}'],
    reach: [
      '{who} (?:se rompe(?:n)?|falla(?:n)?|pasa|se ve(?:n)? afectad[oa]s?) si {change} {a}',
      '(?:cuál es el )?impacto de cambiar {a}',
    ],
    tests: [
      'qué (?:pruebas?|tests?) (?:cubre(?:n)?|prueba(?:n)?|comprueba(?:n)?) {a}',
      '(?:dónde|cómo) se (?:prueba|testea)n? {a}',
      '(?:pruebas|tests) (?:de|para) {a}',
    ],
    docs: ['dónde (?:se|está|están) (?:documenta|describe|explica|documentad[oa]s?|descrit[oa]s?)n? {a}', 'dónde está {a} documentad[oa]'],
    calls: ['{who} (?:llama(?:n)?|invoca(?:n)?) (?:a )?{a}', '(?:desde )?dónde se (?:llama|invoca)n? (?:a )?{a}', 'llamadas (?:a|de) {a}'],
    imports: ['{who} importa(?:n)? {a}', 'dónde se importan? {a}'],
    subclasses: ['{who} (?:hereda(?:n)? de|extiende(?:n)?|implementa(?:n)?|deriva(?:n)? de) {a}', '(?:subclases|implementaciones) de {a}'],
    uses: ['{who} (?:usa(?:n)?|utiliza(?:n)?|depende(?:n)? de) {a}', 'dónde se (?:usa|utiliza)n? {a}', 'usos de {a}'],
    definition: [
      'dónde {be} (?:define|declara|implementa|definid[oa]s?|declarad[oa]s?|implementad[oa]s?)n? {a}',
      'dónde está {a} (?:definid[oa]|declarad[oa]|implementad[oa])',
      '(?:en )?qué (?:archivo|fichero) (?:define|declara|contiene|implementa|se define|está) {a}',
      '(?:definición|declaración|implementación|código) de {a}',
      'dónde está(?:n)? {a}',
    ],
  },
};
