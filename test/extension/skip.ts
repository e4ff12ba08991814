/** Mocha keeps no reason for a skip: it is set on the test, from where the report takes it. */

type Reasoned = Mocha.Runnable & { skipReason?: string };

/** Skips the test of this context, or, in a hook of a suite, all tests of the suite. */
export function skip(context: Mocha.Context, reason: string): never {
  const test = context.test as Mocha.Hook | Mocha.Test | undefined;
  if (test?.type === 'hook') test.parent?.eachTest((one: Reasoned) => void Object.assign(one, { skipReason: reason }));
  else if (test !== undefined) Object.assign(test, { skipReason: reason });
  return context.skip();
}

/** Empty if none was given. */
export function skipReasonOf(test: Mocha.Runnable): string {
  return (test as Reasoned).skipReason ?? '';
}
