/** Small changes to a source that a test should notice, found in its syntax tree. */

import {
  type BinaryExpression,
  type CallExpression,
  type Expression,
  type ExpressionStatement,
  type FunctionDeclaration,
  type Identifier,
  type IfStatement,
  type Node,
  type PrefixUnaryExpression,
  type PropertyAccessExpression,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast';

/** The text from `start` to `end` becomes `replacement`. */
export interface Mutation {
  readonly operator: string;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

const swapped: ReadonlyMap<SyntaxKind, readonly [operator: string, replacement: string]> = new Map([
  [SyntaxKind.LessThanToken, ['boundary', '<=']],
  [SyntaxKind.LessThanEqualsToken, ['boundary', '<']],
  [SyntaxKind.GreaterThanToken, ['boundary', '>=']],
  [SyntaxKind.GreaterThanEqualsToken, ['boundary', '>']],
  [SyntaxKind.EqualsEqualsEqualsToken, ['negation', '!==']],
  [SyntaxKind.ExclamationEqualsEqualsToken, ['negation', '===']],
  [SyntaxKind.AmpersandAmpersandToken, ['and, or', '||']],
  [SyntaxKind.BarBarToken, ['and, or', '&&']],
  [SyntaxKind.PlusToken, ['arithmetic', '-']],
  [SyntaxKind.MinusToken, ['arithmetic', '+']],
  [SyntaxKind.AsteriskToken, ['arithmetic', '/']],
  [SyntaxKind.SlashToken, ['arithmetic', '*']],
  [SyntaxKind.PercentToken, ['arithmetic', '*']],
  [SyntaxKind.AmpersandToken, ['arithmetic', '|']],
  [SyntaxKind.BarToken, ['arithmetic', '&']],
  [SyntaxKind.LessThanLessThanToken, ['arithmetic', '>>']],
  [SyntaxKind.GreaterThanGreaterThanGreaterThanToken, ['arithmetic', '<<']],
  [SyntaxKind.PlusEqualsToken, ['arithmetic', '-=']],
  [SyntaxKind.MinusEqualsToken, ['arithmetic', '+=']],
]);

/** A call of one of these gives its receiver instead. */
const removedMethods = new Set(['sort', 'toSorted', 'reverse', 'toReversed', 'filter', 'slice', 'trim']);
const swappedMethods: Readonly<Record<string, string>> = { some: 'every', every: 'some', min: 'max', max: 'min' };

const typesOnly = new Set([
  SyntaxKind.InterfaceDeclaration,
  SyntaxKind.TypeAliasDeclaration,
  SyntaxKind.ImportDeclaration,
  SyntaxKind.ExportDeclaration,
]);

/** Every mutation of a file. Those of types, texts and what is logged are left out. */
export function mutationsOf(file: SourceFile): readonly Mutation[] {
  const found: Mutation[] = [];
  const textOf = (node: Node): string => file.text.slice(node.getStart(file), node.end);

  function replace(operator: string, node: Node, replacement: string): void {
    found.push({ operator, start: node.getStart(file), end: node.end, replacement });
  }

  function condition(node: Expression, values: readonly string[]): void {
    for (const value of values) if (textOf(node) !== value) replace('condition', node, value);
  }

  function ofBinary({ left, operatorToken, right }: BinaryExpression): void {
    const other = swapped.get(operatorToken.kind);
    if (other === undefined || (other[0] === 'arithmetic' && [left, right].some(isText))) return;
    replace(other[0], operatorToken, other[1]);
  }

  function ofCall(call: CallExpression): void {
    const [first, second] = call.arguments;
    if (first !== undefined && second !== undefined && [first, second].every(isName) && textOf(first) !== textOf(second))
      found.push({
        operator: 'swapped arguments',
        start: first.getStart(file),
        end: second.end,
        replacement: `${textOf(second)}, ${textOf(first)}`,
      });
    if (call.expression.kind !== SyntaxKind.PropertyAccessExpression) return;
    const { expression, name } = call.expression as PropertyAccessExpression;
    const other = swappedMethods[name.text];
    if (other !== undefined) replace('other method', name, other);
    if (removedMethods.has(name.text)) found.push({ operator: 'removed method', start: expression.end, end: call.end, replacement: '' });
  }

  function ofStatement({ expression }: ExpressionStatement, whole: Node): void {
    const inner = expression.kind === SyntaxKind.AwaitExpression ? (expression as unknown as ExpressionStatement).expression : expression;
    const isCall = inner.kind === SyntaxKind.CallExpression;
    const called = isCall ? textOf((inner as CallExpression).expression) : '';
    if (called === 'super' || called === 'log' || called.endsWith('.log')) return;
    if (isCall || isAssignment(inner)) replace('removed statement', whole, '{}');
  }

  function ofFunction({ type, body }: FunctionDeclaration): void {
    if (type === undefined || body?.kind !== SyntaxKind.Block || !/^(?:void|Promise<void>)$/.test(textOf(type))) return;
    const start = body.getStart(file) + 1;
    found.push({ operator: 'early return', start, end: start, replacement: ' if (Date.now() > 0) return;' });
  }

  function visit(node: Node): void {
    if (typesOnly.has(node.kind) || isType(node)) return;
    switch (node.kind) {
      case SyntaxKind.BinaryExpression:
        ofBinary(node as BinaryExpression);
        break;
      case SyntaxKind.CallExpression:
        ofCall(node as CallExpression);
        break;
      case SyntaxKind.ExpressionStatement:
        ofStatement(node as ExpressionStatement, node);
        break;
      case SyntaxKind.FunctionDeclaration:
      case SyntaxKind.MethodDeclaration:
      case SyntaxKind.ArrowFunction:
        ofFunction(node as FunctionDeclaration);
        break;
      case SyntaxKind.IfStatement:
        condition((node as IfStatement).expression, ['true', 'false']);
        break;
      case SyntaxKind.WhileStatement:
        condition((node as unknown as IfStatement).expression, ['false']);
        break;
      case SyntaxKind.ConditionalExpression:
        condition((node as unknown as { condition: Expression }).condition, ['true', 'false']);
        break;
      case SyntaxKind.PrefixUnaryExpression: {
        const { operator, operand } = node as PrefixUnaryExpression;
        if (operator === SyntaxKind.ExclamationToken) replace('negation', node, textOf(operand));
        break;
      }
      case SyntaxKind.NumericLiteral:
        replace('constant', node, `(${textOf(node)} + 1)`);
        break;
      case SyntaxKind.TrueKeyword:
        replace('constant', node, 'false');
        break;
      case SyntaxKind.FalseKeyword:
        replace('constant', node, 'true');
        break;
      case SyntaxKind.ContinueStatement:
      case SyntaxKind.BreakStatement:
        replace('removed statement', node, '{}');
        break;
    }
    node.forEachChild(visit);
  }

  visit(file);
  return found;
}

function isType(node: Node): boolean {
  return node.kind >= SyntaxKind.FirstTypeNode && node.kind <= SyntaxKind.LastTypeNode;
}

function isName(node: Expression): boolean {
  return node.kind === SyntaxKind.Identifier
    ? (node as Identifier).text !== 'undefined'
    : node.kind === SyntaxKind.PropertyAccessExpression && isName((node as PropertyAccessExpression).expression);
}

function isText(node: Expression): boolean {
  return [SyntaxKind.StringLiteral, SyntaxKind.NoSubstitutionTemplateLiteral, SyntaxKind.TemplateExpression].includes(node.kind);
}

function isAssignment(node: Expression): boolean {
  if (node.kind === SyntaxKind.PostfixUnaryExpression) return true;
  const operator = (node as BinaryExpression).operatorToken?.kind;
  return node.kind === SyntaxKind.BinaryExpression && operator >= SyntaxKind.FirstAssignment && operator <= SyntaxKind.LastAssignment;
}
