import type { Vocabulary } from './vocabulary.ts';

export const en = {
  id: 'en',
  stopWords: `a about after all also am an and any are as at be because been before being but by can cannot could did do does doing done each else
ever for from get gets getting give given gives go goes got had happen happens has have having he her here hers him his how i if in into is it its just let lets
like look make makes many may me might mine more most much must my need needs no nor not now of off on once one ones only or other our out over own please possible
really same shall she should so some someone somebody something such take takes tell than that the their them then there these they thing things this those through to too
under until up us use used uses using very want wants was way ways we were what when where whether which while who whom whose why will with within without work works would you your`,
  causes: 'caused causes due owing triggered resulted therefore hence consequently',
  intents: {
    how: "how (?:do|can|could|should|would|must|may|might) (?:i|we|you|one|people|someone|somebody)|how to|how does one|can i|can you|is it possible to|is there a way|what(?:'s| is) the way to|what steps|(?:what|which) (?:command|script)s?|steps? (?:to|for)|where (?:can|do|would|should) i (?:set|change|configure|add|put|turn)",
    where:
      'where|in (?:which|what) (?:file|module|class|function|folder|directory|place)s?|from where|(?:which|what) (?:file|files|module|modules|folder|directory|page|document|class|function|method|part of the code)s?',
  },
  followUp: {
    begins: 'and|but|or|so|also|what about|how about',
    points: 'it|its|they|them|their|theirs|he|him|his|she|her|hers|this|that|these|those|there|then|same|former|latter|one|ones',
  },
} satisfies Vocabulary;
