import { enNames } from './names/en.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Words without a subject, in a text or a question. */
export const commonStopWords = `a about after all also am an and any are as at be because been before being but by can cannot could did do does doing
done each even for from had has have having he her here hers him his how i if in into is it its just may me might more most
must my no nor not now of off on once only or other our out over own same shall she should so some such than that the
their them then there these they this those through to too under until up us very was we were what when where which
while who whom whose why will with within without would you your`;
/** Words that only ask; in a text they may say something. */
const askingWords = `else ever get gets getting give given gives go goes got happen happens let lets like look make makes many mine much
need needs one ones please possible really someone somebody something take takes tell thing things use used uses using
want wants way ways whether work works`;

export const en = {
  id: 'en',
  stopWords: `${commonStopWords} ${askingWords}`,
  reasons:
    'because|so that|otherwise|in order (?:to|not to)|to avoid|to prevent|work-?\\s?arounds?|on purpose|deliberately|intentionally|for historical reasons|for compatibility|would (?:otherwise|break|fail)|the reason',
  causes: 'caused causes due owing triggered resulted therefore hence consequently',
  intents: {
    how: "how (?:do|can|could|should|would|must|may|might) (?:i|we|you|one|people|someone|somebody)|how to|how does one|(?<!what )can i|can you|is it possible to|is there a way|what(?:'s| is) the way to|what steps|(?:what|which) (?:command|script)s?|steps? (?:to|for)|where (?:can|do|would|should) i (?:set|change|configure|add|put|turn)",
    where:
      'where|in (?:which|what) (?:file|module|class|function|folder|directory|place)s?|from where|(?:which|what) (?:file|files|module|modules|folder|directory|page|document|class|function|method|part of the code)s?',
  },
  deciders:
    '(?:which|what) (?:source )?(?:file|module|component|part)s? (?!(?:does|is|has|was)\\b)\\p{L}+s|where(?: in the \\p{L}+)? is (?:it )?\\p{L}+ed (?:if|whether|which|who|how|when|that|what)',
  values: {
    unset:
      "(?:(?:if|when|unless) )?(?:(?:i|we|you|one) (?:do not|don't|did not|didn't|never|have not|haven't) (?:set|say|configure|configured|specify|specified|give|given|pass|passed)(?: anything| any| one| it)?|(?:i|we|you|one|nobody|nothing|none) (?:is |was )?(?:set|sets|say|says|configure|configures|configured|specify|specified|give|gives|given|pass|passed)(?: anything| nothing| none| no \\p{L}+)|(?:nothing|nobody|none) (?:is |was )?(?:set|sets|says|said|configures|configured|specified|given|passed))|by default|default value(?: of| for)?|defaults? to|defaults?",
    frame: 'gives? up|waits?|waiting|keeps?|kept|stays?|lasts?|remains?|valid|before|until',
    measures: {
      duration:
        '(?:for |after )?(?:how long|how much time|what time)(?: at (?:most|least))?|how many (?:milliseconds|seconds|minutes|hours|days|weeks|months|years)|how old',
      frequency: 'how (?:often|frequently)',
      amount:
        '(?:after )?how (?:many|much)(?: times)?|(?:what is )?the (?:maximum|minimum|largest|highest|smallest|lowest|biggest) (?:number|amount|count)?(?: of)?|at (?:most|least)|at the same time|at once',
      size: 'how (?:big|large|small)|(?:largest|biggest|smallest|maximum) (?:size(?: of)?)?',
      width: 'how wide',
      depth: 'how deep(?:ly)?',
    },
  },
  definitions:
    'class classes subclass subclasses mixin method methods function functions parameter parameters argument arguments attribute attributes constructor constructors decorator decorators exception exceptions callback callbacks implementation implemented',
  names: enNames,
  workspace: {
    words:
      'project projects repository repo codebase workspace package library app application program tool software code purpose goal point overview summary whole entire everything gist nutshell idea problem solve exist good',
    demonstratives: 'this|these',
    points: 'it|the',
  },
  orientation: {
    asking:
      'see show explain describe know tour walk kind kinds sort sorts stuff thing good purpose serve serves quick short brief please help best right place newcomer beginner somebody they',
    read: 'read reading understand understanding study learn learning explore exploring navigate dive jump open opening',
    code: 'source sources code monorepo main file files function class point module modules',
    parts:
      'organised organized organisation organization structured structure architecture layout laid divided split arranged parts pieces components subsystems modules packages crates',
    entry: 'entry entrypoint',
    start: 'start starts begin begins starting beginning boot boots first main execution',
    folder:
      'folder folders subfolder directory directories subdirectory dir package live lives sit sits keep kept hold holds store stored contain contains inside content contents',
    changes:
      'change changes changed changelog new news added release releases released version versions update updates updated happened fixed fixes improved improvements feature features shipped ship bring brought introduced landed',
    latest: 'last latest newest recent recently lately newly new current',
  },
  manifest: {
    versions:
      'version versions require requires required requirement minimum min support supported supports compatible compatibility ok okay target targets targeted targeting work works working recent old older new newer least lowest',
    dependencies: 'depend depends dependencies libraries packages gems crates',
    run: 'run running execute invoke call calls kick kicks command commands script task local locally machine computer laptop own dev put project repository',
    makes: 'build generate generated create check measure publish render produce report unit suite',
  },
  followUp: {
    begins: 'and|but|or|so|also|what about|how about',
    points: 'it|its|they|them|their|theirs|he|him|his|she|her|hers|this|that|these|those|there|then|same|former|latter|one|ones',
  },
} satisfies Vocabulary;
