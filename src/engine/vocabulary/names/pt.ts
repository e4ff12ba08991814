import type { NameVocabulary } from '../vocabulary.ts';

export const ptNames: NameVocabulary = {
  before: 'por favor|você pode|podes|me diga|diga-me|mostre(?:-me)?|encontre|liste|e|também|todos os|todas as|os|as',
  after: 'por favor|(?:neste|nesse|no|em nosso) (?:projeto|repositório|código)|aqui|exatamente|diretamente',
  articles: 'um|uma|o|a|os|as|este|esta|esse|essa|nosso|nossa|todos os|todas as',
  kinds:
    'funções|função|métodos?|classes?|construtor|tipos?|interfaces?|estruturas?|módulos?|arquivos?|ficheiros?|constantes?|variáveis|variável|campos?|propriedade|macros?|componentes?|símbolo|pacote',
  pronouns: 'ele|ela|isso|isto|esse|essa|este|esta',
  words: {
    who: '(?:quem|(?:o )?que(?: (?:funções|função|métodos?|arquivos?|ficheiros?|partes?|módulos?|classes?|testes?|tipos?))?|quais (?:funções|métodos|arquivos|ficheiros|módulos|classes|testes|tipos))',
    be: '(?:é|são|está|estão|se)',
    change: '(?:eu )?(?:mudar|mudo|alterar|altero|renomear|remover|removo|apagar|mover|modificar)',
  },
  phrases: {
    connection: [
      '(?:como |qual a relação entre |o que liga |o que conecta ){a} (?:e|com|a) {b}(?: estão (?:ligados|conectados|relacionados))?',
    ],
    difference: ['qual (?:é )?a diferença entre {a} e {b}', 'em que {a} difere de {b}'],
    reach: [
      '{who} (?:quebra(?:m)?|falha(?:m)?|acontece|é afetado|são afetados) se {change} {a}',
      '(?:qual é o )?impacto de (?:mudar|alterar) {a}',
    ],
    tests: [
      '(?:que|quais) testes? (?:cobre(?:m)?|testa(?:m)?|verifica(?:m)?) {a}',
      '(?:onde|como) {a} {be} testad[oa]s?',
      'onde {be} testad[oa]s? {a}',
      'testes (?:de|para|do|da) {a}',
    ],
    docs: ['onde {a} {be} (?:documentad[oa]s?|descrit[oa]s?|explicad[oa]s?)', 'onde {be} (?:documentad[oa]s?|descrit[oa]s?) {a}'],
    calls: [
      '{who} (?:chama(?:m)?|invoca(?:m)?) {a}',
      '(?:de )?onde {a} {be} chamad[oa]s?',
      '(?:de )?onde {be} chamad[oa]s? {a}',
      'chamadas (?:a|de|para) {a}',
    ],
    imports: ['{who} importa(?:m)? {a}', 'onde {a} {be} importad[oa]s?', 'onde {be} importad[oa]s? {a}'],
    subclasses: ['{who} (?:herda(?:m)? de|estende(?:m)?|implementa(?:m)?|deriva(?:m)? de) {a}', '(?:subclasses|implementações) de {a}'],
    uses: [
      '{who} (?:usa(?:m)?|utiliza(?:m)?|depende(?:m)? de) {a}',
      'onde {a} {be} (?:usad[oa]s?|utilizad[oa]s?)',
      'onde {be} (?:usad[oa]s?|utilizad[oa]s?) {a}',
      'usos de {a}',
    ],
    definition: [
      'onde {a} {be} (?:definid[oa]s?|declarad[oa]s?|implementad[oa]s?)',
      'onde {be} (?:definid[oa]s?|declarad[oa]s?|implementad[oa]s?) {a}',
      '(?:em )?(?:que|qual) (?:arquivo|ficheiro) (?:define|declara|contém|implementa) {a}',
      '(?:definição|declaração|implementação|código) (?:de|do|da) {a}',
      'onde (?:está|estão|fica|ficam) {a}',
    ],
  },
};
