/** A failure that the user can fix; only its message is shown. The program ends with `exitCode`. */
export class CliError extends Error {
  override readonly name: string = 'CliError';
  readonly exitCode: number = 1;
}

/** The command line is invalid. */
export class UsageError extends CliError {
  override readonly name = 'UsageError';
  override readonly exitCode = 2;
}

/** What may help where a server cannot be reached, with a space behind it: Node leaves proxies alone unless it is told to use them. */
export function unusedProxy(env: NodeJS.ProcessEnv): string {
  const proxy = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].find((name) => env[name]);
  const isUnused = proxy !== undefined && env.NODE_USE_ENV_PROXY !== '1';
  return isUnused ? `${proxy} is set and not used: NODE_USE_ENV_PROXY=1 makes Node go through it. ` : '';
}
