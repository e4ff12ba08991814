// The tables that a stored form is made by: what the modules behind it hold in constants, and the strings, expressions and numbers of their
// functions. Names, comments and places of code do not matter, so that a module may move and a function be renamed.
import { createHash } from 'node:crypto';
import path from 'node:path';
import { literals } from '../house/literals.js';

const importPattern = /^(?:import|export)\s+(type\s+)?(\{[^}]*\}|\*(?:\s+as\s+\w+)?)\s*from\s*'([^']+)'|\bimport\('([^']+)'\)/gm;
/** Modules that decide nothing: the sentences of messages, and what is written here. */
const sentences = 'src/messages/';
const written = 'src/engine/version.ts';

/**
 * @param {(file: string) => string} readText of a file of the project
 * @param {readonly string[]} entries modules, relative to the project
 * @returns {string} a digest of the tables of these modules and of all that they import
 */
export function tablesDigest(readText, entries) {
  const read = createReader(readText);
  /** @type {Set<string>} */
  const modules = new Set();
  /** @type {Set<string>} */
  const packages = new Set();
  const pending = [...entries];
  for (let module = pending.pop(); module !== undefined; module = pending.pop()) {
    if (modules.has(module)) continue;
    modules.add(module);
    for (const from of read(module).imports) {
      if (from.startsWith('src/')) pending.push(from);
      else if (!from.startsWith('node:')) packages.add(from);
    }
  }
  const tables = [...modules]
    .filter((module) => module !== written && !module.startsWith(sentences))
    .map((module) => tablesIn(read(module).text));
  const lines = [
    ...packagesIn(readText('package-lock.json'), packages),
    ...tables.flatMap(({ constants }) => constants),
    ...new Set(tables.flatMap(({ literals: found }) => found)),
  ];
  return createHash('sha256').update(JSON.stringify(lines.sort())).digest('hex');
}

/** @param {(file: string) => string} readText */
function createReader(readText) {
  /** @type {Map<string, { text: string, imports: string[] }>} */
  const known = new Map();
  return (/** @type {string} */ module) => {
    const found = known.get(module) ?? parsed(readText(module).replaceAll('\r\n', '\n'), module);
    known.set(module, found);
    return found;
  };
}

/**
 * @param {string} text
 * @param {string} module
 */
function parsed(text, module) {
  /** @type {string[]} */
  const imports = [];
  for (const [, type, names = '', from, later] of text.matchAll(importPattern)) {
    const name = from ?? later ?? '';
    if (type !== undefined || (names.startsWith('{') && !/\{\s*(?!type\s)\w|,\s*(?!type\s)\w/.test(names))) continue;
    imports.push(name.startsWith('.') ? path.posix.join(path.posix.dirname(module), name) : name);
  }
  return { text, imports };
}

/**
 * @param {string} code
 * @returns {{ constants: string[], literals: string[] }} one line for each constant of the module, with its literals and properties in their
 *   order; the literals of its functions
 */
function tablesIn(code) {
  /** @type {import('../house/literals.js').Literal[][]} */
  const statements = [];
  for (const one of literals(code)) {
    if (one.kind === 'declaration') statements.push([one]);
    else statements.at(-1)?.push(one);
  }
  /** @type {{ constants: string[], literals: string[] }} */
  const found = { constants: [], literals: [] };
  for (const [first, ...rest] of statements) {
    const at = first?.at ?? 0;
    const start = code.slice(code.lastIndexOf('\n', at - 1) + 1, at + 200);
    if (/^(?:export )?(?:import|interface|type|declare)\b|^export (?:type )?[{*]/.test(start)) continue;
    if (/^(?:export )?const\b/.test(start) && !/^(?:export )?const [^=]*= (?:async )?(?:\([^()]*\)|\w+)(?:: [^=]*)? =>/.test(start)) {
      if (rest.length > 0) found.constants.push(JSON.stringify(rest.map(({ text }) => text)));
      continue;
    }
    for (const { kind, text, at: place } of rest) {
      const isCounted = kind === 'expression' || (kind === 'number' && Number(text.replaceAll('_', '')) > 2) || kind === 'string';
      if (isCounted && !isMessage(code, place)) found.literals.push(`${kind} ${text}`);
    }
  }
  return found;
}

/**
 * Whether a literal is in a line that throws.
 * @param {string} code
 * @param {number} at
 */
function isMessage(code, at) {
  return /\bthrow new |\bnew CorruptBytesError\(|\bnew Error\(/.test(code.slice(code.lastIndexOf('\n', at) + 1, at));
}

/**
 * @param {string} lockFile
 * @param {ReadonlySet<string>} imported
 * @returns {string[]} the digests of their contents that are in the lock file
 */
function packagesIn(lockFile, imported) {
  const { packages } = JSON.parse(lockFile);
  const names = [...imported].map((name) =>
    name
      .split('/')
      .slice(0, name.startsWith('@') ? 2 : 1)
      .join('/'),
  );
  return [...new Set(names)].map((name) => `package ${name} ${packages[`node_modules/${name}`]?.integrity}`);
}
