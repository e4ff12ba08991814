// The command palette is short, and what it hides is listed elsewhere.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';

const textOf = (file: string): string => fs.readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
const { contributes } = JSON.parse(textOf('package.json'));
const conditions = new Map<string, string>(
  contributes.menus.commandPalette.map((entry: { command: string; when: string }) => [entry.command, entry.when]),
);
const commands: string[] = contributes.commands.map(({ command }: { command: string }) => command);
const inPalette = commands.filter((command) => conditions.get(command) !== 'false');
const ofDevelopers = inPalette.filter((command) => conditions.get(command)?.includes('config.meshrag.developer'));

test('the command palette has at most 22 commands unless a developer asks for all', () => {
  const shown = inPalette.filter((command) => !ofDevelopers.includes(command));
  assert.ok(shown.length <= 22, `${shown.length}: ${shown.join(', ')}`);
});

test('what only developers have in the command palette is in a list or in the toolbar of a view', () => {
  const lists = textOf('src/extension/commands/more.ts') + textOf('src/extension/models/chooseModel.ts');
  const toolbars: string[] = contributes.menus['view/title'].map(({ command }: { command: string }) => command);
  const lost = ofDevelopers.filter((command) => !lists.includes(`'${command.replace('meshrag.', '')}'`) && !toolbars.includes(command));
  assert.deepEqual(lost, []);
});

// Where a window is remote or in a browser, VS Code reads a condition of the scheme `file` as one of its own only after a reload.
test('what is for files is also for those of a remote or browser window, without a reload', () => {
  const { menus, keybindings, submenus } = contributes;
  const asked = [...JSON.stringify([menus, keybindings, submenus]).matchAll(/(?:resourceScheme|resource\w*)[^&|"]*\bfile\b[^&"]*/g)].map(
    ([one]) => one,
  );
  assert.ok(asked.length >= 5, `${asked.length}`);
  assert.deepEqual(
    asked.filter((one) => !one.startsWith('resourceScheme =~ /^(file|vscode-remote)$/')),
    [],
  );
});
