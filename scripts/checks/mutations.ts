/** Small faults that a test of a source should notice: the mutations of `npm run verify:mutants`. */
import { parseSync } from 'oxc-parser';

/** One fault: the characters from `start` to `end` are replaced. */
export interface Mutation {
  line: number;
  start: number;
  end: number;
  replacement: string;
}

/** A node of the syntax tree (ESTree), with positions as offsets in the text. */
interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** Bounds are moved by one, comparisons and sums are reversed. */
const OPERATORS: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
};

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

const nodeAt = (node: Node, key: string): Node | null => {
  const value = node[key];
  return isNode(value) ? value : null;
};

/** Texts are joined with `+`; they have no other arithmetic. */
const isText = (node: Node | null): boolean =>
  node?.type === 'TemplateLiteral' || (node?.type === 'Literal' && typeof node.value === 'string');

/**
 * The mutations of a TypeScript source, in the order of their places: conditions that are always true or false, other
 * operators, moved bounds, removed statements, and constants in place of results. Types and texts are left out.
 * @throws Error if the source cannot be parsed
 */
export function mutationsOf(path: string, text: string): Mutation[] {
  const { program, errors } = parseSync(path, text);
  if (errors[0] !== undefined) throw new Error(`${path}: ${errors[0].message}`);
  const mutations: Mutation[] = [];
  const replace = (node: { start: number; end: number }, replacement: string) => {
    if (text.slice(node.start, node.end) === replacement) return;
    const line = text.slice(0, node.start).split('\n').length;
    mutations.push({ line, start: node.start, end: node.end, replacement });
  };
  const visit = (node: Node) => {
    if (node.type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull)/.test(node.type)) return;
    for (const [place, replacement] of faultsOf(node, text)) replace(place, replacement);
    for (const child of childrenOf(node)) visit(child);
  };
  visit(program as unknown as Node);
  return mutations.toSorted((one, other) => one.start - other.start);
}

type Fault = [place: { start: number; end: number }, replacement: string];

function faultsOf(node: Node, text: string): Fault[] {
  const condition = nodeAt(node, 'test');
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      return condition === null
        ? []
        : [
            [condition, 'true'],
            [condition, 'false'],
          ];
    case 'WhileStatement':
      // An endless loop shows nothing about the tests.
      return condition === null ? [] : [[condition, 'false']];
    case 'BinaryExpression':
    case 'LogicalExpression':
      return operatorFaults(node, text);
    case 'UnaryExpression': {
      const operand = nodeAt(node, 'argument');
      if (node.operator !== '!' || operand === null) return [];
      return [[node, text.slice(operand.start, operand.end)]];
    }
    case 'UpdateExpression':
      return [[node, text.slice(node.start, node.end).replace(/\+\+|--/, otherStep)]];
    case 'ExpressionStatement':
      return isRemovable(node) ? [[node, ';']] : [];
    case 'ReturnStatement':
      return resultFaults(nodeAt(node, 'argument'));
    case 'ArrowFunctionExpression':
      return node.expression === true ? resultFaults(nodeAt(node, 'body')) : [];
    default:
      return [];
  }
}

const otherStep = (step: string): string => (step === '++' ? '--' : '++');

function operatorFaults(node: Node, text: string): Fault[] {
  const [left, right] = [nodeAt(node, 'left'), nodeAt(node, 'right')];
  if (left === null || right === null) return [];
  if (node.operator === '??') return [[node, text.slice(left.start, left.end)]];
  const other = OPERATORS[String(node.operator)];
  if (other === undefined || (node.operator === '+' && (isText(left) || isText(right)))) return [];
  const between = text.slice(left.end, right.start);
  const at = between.indexOf(String(node.operator));
  if (at === -1) return [];
  const start = left.end + at;
  return [[{ start, end: start + String(node.operator).length }, other]];
}

/** Directives such as 'use strict' are statements too, and change nothing. */
function isRemovable(node: Node): boolean {
  const kind = nodeAt(node, 'expression')?.type;
  return kind !== undefined && kind !== 'Literal';
}

/** A result is replaced by a constant of another value. */
function resultFaults(result: Node | null): Fault[] {
  if (result === null || result.type === 'Identifier') return [];
  if (result.type === 'Literal') {
    if (typeof result.value === 'boolean') return [[result, String(!result.value)]];
    if (typeof result.value === 'number') return [[result, result.value === 0 ? '1' : '0']];
    return [];
  }
  return [[result, 'undefined']];
}
