/** The packages that a program declares to use in its manifests, as names that sources could use. */

import type { Steps } from '../util/steps.ts';

const manifestPath =
  /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.cfg|requirements[^/]*\.(?:txt|in)|Cargo\.toml|go\.mod|Gemfile|Pipfile|composer\.json)$/;

/** Whether a file lists packages. */
export function isManifest(path: string): boolean {
  return manifestPath.test(path);
}

/** The names of the package that a manifest describes. */
export function packagesIn(path: string, text: string): readonly string[] {
  const found = path.endsWith('go.mod')
    ? /^module\s+(\S+)/m.exec(text)
    : path.endsWith('.json')
      ? /^\s{0,4}"name"\s*:\s*"@?([^"\n]+)"/m.exec(text)
      : /^[ \t]*name\s*=\s*"?([\w.-]+)/m.exec(text);
  const name = found?.[1];
  return name === undefined ? [] : [...new Set([name, name.toLowerCase(), name.toLowerCase().replaceAll('-', '_')])];
}

/** Names of packages in a manifest: as written, with `_` and camel case for `-`, and the last part of those with a scope or a path. */
export function* dependenciesIn(path: string, text: string): Steps<readonly string[]> {
  const names = new Set<string>();
  const add = (full: string): void => {
    for (const one of [full, full.toLowerCase(), full.split('/').at(-1) ?? '']) {
      if (one === '') continue;
      names.add(one);
      names.add(one.replaceAll('-', '_'));
      names.add(one.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()));
    }
  };
  for (const match of text.matchAll(patternOf(path))) {
    yield;
    // A package of the same repository is not a dependency.
    if (/\bpath\s*=|workspace|"(?:file|link|portal):/.test(match[0])) continue;
    add((match[1] ?? '').replace(/^@/, ''));
  }
  return [...names];
}

/** No part of a pattern can match what the adjacent part can: backtracking on a hostile manifest would be quadratic. */
function patternOf(path: string): RegExp {
  if (path.endsWith('.json')) return /"(@?[\w./-]+)"\s*:\s*"[^"\d\n]*\d[^"\n]*"/g;
  if (path.endsWith('go.mod')) return /^[ \t]*(?:require[ \t]+)?((?=[\w-]+\.)[\w.-]+\/[\w./-]+)[ \t]+v/gm;
  if (path.endsWith('Gemfile')) return /^[ \t]*gem\s+['"]([\w-]+)/gm;
  return /^[ \t"']*([A-Za-z][\w.-]*)(?:[ \t]*\[[^\]\n]*\])?(?:[ \t]*[=<>~!;"'].*|(?:[ \t]*,)?[ \t\r]*)$/gm;
}
