/**
 * What a value measures, by the words that names of settings and their descriptions have for it: conventions of programming, in whatever language a
 * question asks. All separated by blanks.
 */

export const measures = {
  duration:
    'timeout ttl duration delay interval expiry expire expires expiration lifetime lifespan age validity valid wait period deadline retention seconds secs sec minutes mins hours days weeks months years milliseconds millis ms',
  frequency:
    'interval delay frequency period rate every refresh poll seconds secs minutes hours days milliseconds ms max maximum count number limit',
  amount: 'max maximum limit count number num total capacity size most concurrent concurrency',
  size: 'size max maximum limit length bytes kilobytes megabytes kb mb gb kib mib',
  width: 'width columns cols',
  depth: 'depth nesting nested',
} as const;

export type Measure = keyof typeof measures;

/** Words by which a line says that nothing else was set. */
export const defaultWords = 'default defaults fallback falls unset';

/** Values of what has no measure. */
export const unmeasuredWords = 'none null nil unlimited infinite infinity forever never undefined disabled';

/** Values of what is on or off; those that stand before the words for a default alone, and what is between: "on by default". */
export const stateWords = { anywhere: 'true false yes no enabled off', before: 'on', between: 'by' };
