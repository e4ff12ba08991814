/** Whether the types that satisfy an interface of Go are found: compared with what Go's own type checker says (`implementers.go`). */

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createService } from '../../src/service/createService.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { runProgram } from '../quality/options.ts';

const usage = `node bench/relations/implementers.ts --tree DIR...

  --tree DIR  a Go module; needs the command "go"`;

interface Interface {
  readonly name: string;
  readonly types: readonly string[];
}

await runProgram(usage, async () => {
  const { values } = parseArgs({ options: { tree: { type: 'string', multiple: true } } });
  for (const tree of (values.tree ?? []).map((one) => path.resolve(one))) {
    const printed = execFileSync('go', ['run', path.join(import.meta.dirname, 'implementers.go'), tree], { encoding: 'utf8' });
    const interfaces = printed
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Interface);
    const service = createService();
    await service.openFolder(tree, { settings: defaultSettings, runGit: false });
    await service.idle();
    const counts = { interfaces: 0, types: 0, found: 0, listed: 0, wrong: [] as string[] };
    for (const { name, types } of interfaces) {
      const { definitions, uses } = await service.symbol(name);
      // Of two interfaces of one name, uses are listed together.
      if (definitions.filter(({ kind }) => kind === 'type').length !== 1) continue;
      const extending = uses.filter(({ kind, path: file }) => kind === 'extends' && file.endsWith('.go') && !file.endsWith('_test.go'));
      const listed = extending.flatMap(({ path: file, lines }) =>
        lines.filter((line) => declares(tree, file, line)).map((line) => `${file}:${line}`),
      );
      counts.interfaces++;
      counts.types += types.length;
      counts.listed += listed.length;
      counts.found += types.filter((type) => listed.includes(type)).length;
      counts.wrong.push(...listed.filter((type) => !types.includes(type)).map((type) => `${name} ${type}`));
    }
    await service.close();
    const { wrong, ...rest } = counts;
    process.stdout.write(
      `${path.basename(tree)} ${JSON.stringify(rest)}\n${wrong.map((one) => `  not by the type checker: ${one}\n`).join('')}`,
    );
  }
});

/** Whether a line declares a type, and does not only embed the interface. */
function declares(tree: string, file: string, line: number): boolean {
  const text = fs.readFileSync(path.join(tree, file), 'utf8').split('\n')[line - 1] ?? '';
  return /^(?:type\s|\t\w+(?:\[.*\])?\s+(?:struct|func|map|\[|\w))/.test(text);
}
