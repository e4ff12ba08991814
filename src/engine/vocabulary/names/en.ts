import type { NameVocabulary } from '../vocabulary.ts';

export const enNames: NameVocabulary = {
  before:
    "please|can you|could you|would you|(?:can|could) i (?:see|get|find)|tell me|show me|find out|find|list|give me|get|i (?:want|need|would like|['’]d like) to (?:know|see|find)|do you know|so|and|also|then|all|every|the",
  after:
    'please|(?:in|within|of|across|inside) (?:this|the|our|my) (?:\\w+ )?(?:project|repo|repository|code|codebase|code base|workspace|sources?|library|package|app)|in here|here|at all|exactly|from|directly',
  articles: 'an?|the|our|my|this|that|any|all|every',
  kinds:
    'functions?|methods?|class|classes|constructor|types?|interfaces?|structs?|enums?|traits?|protocol|modules?|files?|constants?|variables?|fields?|property|macros?|hooks?|components?|mixin|decorator|helper|symbol|header|package|behaviou?r',
  pronouns: 'it|this|that|them|these|those|this one|that one|(?:this|that) (?:code|thing|line|selection)',
  words: {
    is: "(?:['’]s| is| are| was| were)",
    we: '(?:we|it|you|i|the (?:code|program|app|project))',
    do: '(?:do|does|did)',
    things:
      '(?:other )?(?:functions?|methods?|files?|code|places?|modules?|class(?:es)?|components?|packages?|parts?(?: of the (?:code|project))?|tests?|types?|structs?|traits?|interfaces?|commands?)',
    tests: '(?:unit |integration )?(?:tests?|specs?|test (?:files?|cases?|suites?|functions?))',
    pages: '(?:docs?|documentation|documents?|guides?|chapters?|pages?)(?: pages?)?',
    may: '(?:would |will |might |could |can |may |must |should )?',
    broken: '(?:breaks?|be (?:affected|impacted|broken|changed|updated)|(?:is|are|gets?) (?:affected|impacted|broken)|stops? working)',
    if: '(?:if|when) (?:i|we|you|one|someone|somebody)',
    change: '(?:(?:change|rename|remove|delete|move|replace)[sd]?|(?:edit|touch|refactor|break|drop)(?:s|ed)?|modif(?:y|ies|ied))',
    changing:
      '(?:(?:changing|renaming|removing|deleting|modifying|editing|touching|refactoring|moving|replacing)|(?:an? |any )?changes? (?:of|to|in))',
    changes: '(?:changes|breaks|goes away|(?:is|was|were|gets?) (?:changed|renamed|removed|deleted|modified|moved|replaced))',
  },
  phrases: {
    connection: [
      'how (?:are|is|do|does) {a} and {b} (?:connected|related|linked|connect|relate)(?: to each other)?',
      'how (?:are|is) {a} (?:connected|related|linked) (?:to|with) {b}',
      'what (?:connects|links) {a} (?:and|with|to) {b}',
      'what {do} {a} have to do with {b}',
    ],
    reach: [
      'what(?: else)? {may}{broken} {if} {change} {a}',
      'what(?: else)? {may}happens? {if} {change} {a}',
      'what(?: else)? {may}{broken} (?:if|when) {a} {changes}',
      'what(?: else)? {may}{broken} by {changing} {a}',
      'what(?: else)? (?:{do}|must|should|would) (?:i|we|one) (?:have to |need to )?(?:change|update|touch|adapt|check|test) {if} {change} {a}',
      '(?:which|what) {things} {may}{broken} {if} {change} {a}',
      '(?:which|what) {things} {may}{broken} by {changing} {a}',
      '(?:which|what) {things} (?:{do} (?:i|we) (?:have|need) to |must (?:i|we) |should (?:i|we) |(?:need|have|has)s? to )(?:change|update|touch|adapt|be (?:changed|updated|adapted)) {if} {change} {a}',
      '(?:what{is} (?:the )?)?(?:impact|effects?|consequences?|blast radius) of {changing} {a}',
      '(?:is it safe to|can i safely) {change} {a}',
    ],
    tests: [
      '(?:which|what) {tests} (?:covers?|tests?|exercises?|checks?|verif(?:y|ies)|uses?|calls?|are there for|exist for) {a}',
      '(?:who|what) tests {a}',
      'where{is} {a} (?:being )?(?:tested|covered(?: by tests)?)',
      '(?:where{is} )?(?:the )?{tests} (?:for|of|that cover|covering|that test|that exercise) {a}',
      '(?:is|are) {a} (?:covered by (?:any |a )?tests?|tested|covered)',
      '(?:are|is) there (?:any |a )?{tests} (?:for|of|that cover) {a}',
      '{do} {a} have (?:any |a )?{tests}',
      'how{is} {a} tested',
    ],
    docs: [
      'where{is} {a} (?:documented|described|explained|mentioned in the (?:docs|documentation))',
      '(?:which|what) {pages} (?:mentions?|describes?|documents?|explains?|covers?|talks? about) {a}',
      '(?:documentation|docs) (?:for|of|on|about) {a}',
      '(?:is|are) {a} documented(?: anywhere)?',
    ],
    calls: [
      '(?:who|what)(?: all| else)? (?:calls|invokes) {a}',
      '(?:which|what) {things} (?:calls?|invokes?) {a}',
      '(?:from )?where{is} {a} (?:being )?(?:called|invoked)',
      '(?:from )?where {do} {we} (?:call|invoke) {a}',
      '(?:what are )?(?:the )?(?:callers|call ?sites|calls|invocations) (?:of|to|for) {a}',
      '{a} (?:callers|call ?sites)',
    ],
    imports: [
      '(?:who|what)(?: all| else)? (?:imports|requires|includes) {a}',
      '(?:which|what) {things} (?:imports?|requires?|includes?) {a}',
      'where{is} {a} (?:being )?(?:imported|required|included)',
      '(?:what are )?(?:the )?import(?:er)?s of {a}',
    ],
    subclasses: [
      '(?:who|what)(?: all| else)? (?:extends|inherits(?: from)?|subclasses|derives from|implements) {a}',
      '(?:which|what) {things} (?:extends?|inherits?(?: from)?|subclass(?:es)?|derives? from|implements?|are derived from|are subclasses of) {a}',
      '(?:what are )?(?:the )?(?:sub-?classes|subtypes|derived classes|child classes|implementations|implement(?:er|or)s|descendants) (?:of|for) {a}',
      'where{is} {a} (?:extended|subclassed)',
    ],
    uses: [
      '(?:who|what)(?: all| else)? (?:uses|references|consumes|depends on|relies on|needs|refers to) {a}',
      '(?:which|what) {things} (?:uses?|references?|consumes?|depends? on|rel(?:y|ies) on|needs?|refers? to|makes? use of) {a}',
      'where{is} {a} (?:being |actually )?(?:used|referenced|needed|instantiated|thrown|raised|caught)',
      'where {do} {we} (?:use|reference|instantiate|throw|raise|catch) {a}',
      '(?:what are )?(?:the )?(?:usages?|uses|references|users) (?:of|to) {a}',
      '{a} (?:usages?|references)',
    ],
    definition: [
      'where{is} {a} (?:defined|declared|implemented|located|found|written)',
      'where {do} {we} (?:define|declare|implement) {a}',
      'where {do} {a} (?:live|come from)',
      'where can i find (?:the )?(?:definition|declaration|implementation|code|source)(?: code)? (?:of|for) {a}',
      '(?:in )?(?:which|what) (?:\\w+ )?(?:files?|modules?|header|package|folder|place|line){is} {a} (?:defined|declared|implemented|located)(?: in)?',
      '(?:which|what) (?:source )?(?:files?|modules?|header|package) (?:defines?|declares?|implements?|contains?|holds?) {a}',
      '(?:what is )?(?:the )?(?:definition|declaration|implementation|source(?: code)?|code) (?:of|for) {a}',
      'where{is} {a}',
    ],
  },
};
