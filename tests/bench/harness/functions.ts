import { parseSync } from 'vite';

/** A function of a source file. `line` is its first line, counted from 1. */
export interface SourceFunction {
  name: string;
  line: number;
  lines: number;
}

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

const FUNCTION = /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;

/**
 * All functions of a source text, those within others included. A function without a name is named after its parent.
 */
export function findFunctions(file: string, text: string): SourceFunction[] {
  const result: SourceFunction[] = [];
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  const visit = (value: unknown, parentName: string): void => {
    if (Array.isArray(value)) {
      for (const item of value) visit(item, parentName);
      return;
    }
    if (!isNode(value)) return;
    const name = nameOf(value) ?? parentName;
    if (FUNCTION.test(value.type)) {
      const line = lineAt(value.start);
      result.push({ name, line, lines: lineAt(value.end) - line + 1 });
    }
    for (const child of Object.values(value)) visit(child, name);
  };
  visit(parseSync(file, text).program, 'anonymous');
  return result;
}

/** The name that a declaration, a variable, a property or a method gives to the function in it. */
function nameOf(node: Node): string | undefined {
  const { id, key } = node;
  const named = isNode(id) ? id : key;
  return isNode(named) && typeof named.name === 'string' ? named.name : undefined;
}
