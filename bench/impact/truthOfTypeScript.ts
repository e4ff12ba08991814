/** What the language service of TypeScript says of a tree: its own files and TypeScript's library; what is installed is not resolved. */

import { createRequire } from 'node:module';
import path from 'node:path';
import { createLanguageService, readTree } from '../relations/compiler.ts';
import type { Declared, Place, Truth } from './truth.ts';

type Found = Declared & { readonly position: number };

/** @param module `lib/typescript.js` of version 5. */
export function truthOfTypeScript(tree: string, module: string): Truth {
  // biome-ignore lint/suspicious/noExplicitAny: the types of another version of TypeScript than the one that checks this file
  const ts: any = createRequire(import.meta.url)(path.resolve(module));
  const files = readTree(tree);
  const isSource = (file: string): boolean => files.has(file) && /\.[cm]?[jt]sx?$/.test(file);
  const service = createLanguageService(ts, tree, files, path.dirname(path.resolve(module)), true);
  const relative = (file: string): string => path.relative(tree, file).split(path.sep).join('/');
  const program = service.getProgram();
  const lineAt = (file: string, position: number): number =>
    program.getSourceFile(path.join(tree, file)).getLineAndCharacterOfPosition(position).line + 1;
  const declared = [...files.keys()].filter(isSource).flatMap((file) => [...declarationsIn(ts, file, files.get(file) as string)]);
  return {
    declared,
    sees: isSource,
    usersOf: async (one) => {
      const found = service.findReferences(path.join(tree, one.path), (one as Found).position) ?? [];
      const all = found.flatMap(
        (group: { references: { fileName: string; textSpan: { start: number }; isDefinition?: boolean }[] }) => group.references,
      );
      return all.flatMap(({ fileName, textSpan }: { fileName: string; textSpan: { start: number } }): Place[] => {
        const file = relative(fileName);
        return isSource(file) ? [{ path: file, line: lineAt(file, textSpan.start) }] : [];
      });
    },
    end: () => undefined,
  };
}

// biome-ignore lint/suspicious/noExplicitAny: as above
function* declarationsIn(ts: any, file: string, text: string): Generator<Found> {
  const { SyntaxKind: kinds } = ts;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lineOf = (position: number): number => source.getLineAndCharacterOfPosition(position).line + 1;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  const create = (node: any, whole: any, kind: Declared['kind'], isExported: boolean, container?: string): Found => ({
    ...{ path: file, name: node.name.text, kind, isExported, position: node.name.getStart(), line: lineOf(node.name.getStart()) },
    ...{ startLine: lineOf(whole.getStart()), endLine: lineOf(whole.getEnd()), ...(container !== undefined && { container }) },
  });
  for (const statement of source.statements) {
    const isExported = statement.modifiers?.some(({ kind }: { kind: number }) => kind === kinds.ExportKeyword) === true;
    for (const node of statement.declarationList?.declarations ?? [statement]) {
      if (node.name?.kind !== kinds.Identifier) continue;
      const isFunction =
        node.kind === kinds.FunctionDeclaration || [kinds.ArrowFunction, kinds.FunctionExpression].includes(node.initializer?.kind);
      const isValue = node.kind === kinds.VariableDeclaration;
      yield create(node, statement, isFunction ? 'function' : isValue ? 'value' : 'type', isExported);
      if (node.kind !== kinds.ClassDeclaration && node.kind !== kinds.InterfaceDeclaration) continue;
      for (const member of node.members)
        if (member.name?.kind === kinds.Identifier) yield create(member, member, 'member', isExported, node.name.text);
    }
  }
}
