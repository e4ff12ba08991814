/** What Go's type checker says of a tree (`references.go`). */

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Declared, Place, Truth } from './truth.ts';

type Row = Declared & { readonly uses: readonly Place[] };

/** Needs the command `go`. @param file what it printed before. */
export function truthOfGo(tree: string, file?: string): Truth {
  const printed =
    file !== undefined
      ? fs.readFileSync(file, 'utf8')
      : execFileSync('go', ['run', path.join(import.meta.dirname, 'references.go'), tree], {
          encoding: 'utf8',
          maxBuffer: 1 << 30,
        });
  const [first = '', ...lines] = printed.trim().split('\n');
  const files = new Set((JSON.parse(first) as { readonly files: readonly string[] }).files);
  const declared = lines.map((line) => JSON.parse(line) as Row);
  return {
    declared,
    sees: (file) => files.has(file),
    usersOf: async (one) => (one as Row).uses,
    end: () => undefined,
  };
}
