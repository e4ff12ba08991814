/** English words that carry no subject. They are no terms, and a name does not begin with one. */
export const stopWords: ReadonlySet<string> = new Set(
  `a about above after again against all also am an and any are as at be because been before being below between both but by can
cannot could d did do does doing done down during each few for from further had has have having he her here hers herself him himself
his how i if in into is it its itself just ll m may me might more most must my myself no nor not now o of off on once only or other
our ours ourselves out over own re s same shall she should so some such t than that the their theirs them themselves then there
these they this those through to too under until up upon us ve very was we were what when where which while who whom whose why
will with within without would you your yours yourself yourselves`.split(/\s+/),
);
