// Literals of TypeScript source, found by one pass over its tokens. Comments are skipped.

/**
 * A string is without its quotes; a template is split at its `${}`. A property is what follows a dot, or precedes a colon. A declaration is the
 * keyword that begins a statement of the module. Depth counts braces.
 * @typedef {{ kind: 'expression' | 'string' | 'number' | 'property' | 'declaration', text: string, depth: number, at: number }} Literal
 */

const token =
  /\s+|\/\/.*|\/\*[\s\S]*?\*\/|'(?:\\[\s\S]|[^'\\])*'|"(?:\\[\s\S]|[^"\\])*"|[\w$#]+|\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*|[\s\S]/y;
/** Before a slash that begins a regular expression; after anything else it divides. */
const beforeExpression = /^(?:return|case|typeof|of|in|do|else|yield|await|throw|[^\w$#)\]}'"`])$/;

const declaring = /^(?:import|export|const|let|function|async|class|abstract|interface|type)$/;

/**
 * @param {string} code TypeScript without JSX
 * @returns {Literal[]} in their order
 */
export function literals(code) {
  /** @type {Literal[]} */
  const found = [];
  /** @type {number[]} the depths at which the `${}` of open templates began */
  const templates = [];
  let depth = 0;
  let last = ';';
  for (let at = 0; at < code.length; ) {
    token.lastIndex = at;
    const match = /** @type {RegExpExecArray} */ (token.exec(code))[0];
    const isExpression = /^\/[^/*]/.test(match) && beforeExpression.test(last);
    const text = /^\/[^/*]/.test(match) && !isExpression ? '/' : match;
    at += text.length;
    const isTemplate = text === '`' || (text === '}' && templates.at(-1) === depth);
    if (isTemplate) {
      if (text === '}') templates.pop();
      const start = at;
      while (at < code.length && code[at] !== '`' && !code.startsWith('${', at)) at += code[at] === '\\' ? 2 : 1;
      found.push({ kind: 'string', text: code.slice(start, at), depth, at: start });
      if (code[at] === '`') at += 1;
      else at += templates.push(depth) && 2;
    } else if (text === '{') depth++;
    else if (text === '}') depth--;
    else if (isExpression) found.push({ kind: 'expression', text, depth, at });
    else if (/^['"]./.test(text)) found.push({ kind: 'string', text: text.slice(1, -1), depth, at });
    else if (/^\d/.test(text)) found.push({ kind: 'number', text, depth, at });
    else if (/^\w/.test(text)) {
      if (depth === 0 && declaring.test(text) && (at === text.length || code[at - text.length - 1] === '\n'))
        found.push({ kind: 'declaration', text, depth, at });
      else if (last === '.' || code[at] === ':') found.push({ kind: 'property', text, depth, at });
    }
    if (isTemplate || isExpression) last = ')';
    else if (!/^\s|^\/[/*]/.test(text)) last = text.at(0) === "'" || text.at(0) === '"' ? ')' : text;
  }
  return found;
}
