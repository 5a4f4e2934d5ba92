/** A value of a pipeline: a literal, a field, a call. */
export type Expression =
  | { kind: 'literal'; value: unknown }
  | { kind: 'field'; variable: string | undefined; path: string[] }
  | { kind: 'call'; name: string; args: Expression[] };

/** A part of a template. */
export type Node =
  | { kind: 'text'; text: string }
  | { kind: 'print'; value: Expression }
  | { kind: 'assign'; variable: string; value: Expression }
  | { kind: 'if' | 'range' | 'with'; value: Expression; body: Node[]; otherwise: Node[] };

/** Result of a file: its own text, and its definitions for other files. */
export interface Template {
  body: Node[];
  defined: Map<string, Node[]>;
}

/** Reads the part of Go's templates that the chart uses; anything else is an error. */
export function parseTemplate(source: string): Template {
  const tokens = tokenize(source);
  const defined = new Map<string, Node[]>();
  let at = 0;

  function block(): { nodes: Node[]; end: string } {
    const nodes: Node[] = [];
    for (; at < tokens.length; at++) {
      const token = tokens[at]!;
      if (typeof token === 'string') {
        if (token !== '') nodes.push({ kind: 'text', text: token });
        continue;
      }
      const { action } = token;
      if (action === 'end' || /^else\b/.test(action)) return { nodes, end: action };
      nodes.push(...statement(action));
    }
    return { nodes, end: '' };
  }

  function statement(action: string): Node[] {
    if (action.startsWith('/*')) return [];
    const [, word = '', rest = ''] = /^(if|range|with|define)\s+([^]+)$/.exec(action) ?? [];
    if (word === 'define') {
      at += 1;
      const { nodes, end } = block();
      if (end !== 'end') throw new Error(`{{ define ${rest} }} has no end.`);
      defined.set(String(JSON.parse(rest)), nodes);
      return [];
    }
    if (word !== '') return [branch(word as 'if' | 'range' | 'with', rest)];
    const [, variable, value = ''] = /^\$(\w+)\s*:=\s*([^]+)$/.exec(action) ?? [];
    return variable === undefined
      ? [{ kind: 'print', value: parsePipeline(action) }]
      : [{ kind: 'assign', variable, value: parsePipeline(value) }];
  }

  function branch(kind: 'if' | 'range' | 'with', condition: string): Node {
    at += 1;
    const { nodes: body, end } = block();
    let otherwise: Node[] = [];
    const [, next] = /^else if\s+([^]+)$/.exec(end) ?? [];
    if (next !== undefined) otherwise = [branch('if', next)];
    else if (end === 'else') {
      at += 1;
      const rest = block();
      if (rest.end !== 'end') throw new Error(`{{ ${kind} ${condition} }} has no end.`);
      otherwise = rest.nodes;
    } else if (end !== 'end') throw new Error(`{{ ${kind} ${condition} }} has no end.`);
    return { kind, value: parsePipeline(condition), body, otherwise };
  }

  const { nodes, end } = block();
  if (end !== '') throw new Error(`{{ ${end} }} ends nothing.`);
  return { body: nodes, defined };
}

/** Texts and actions in turn; `-` takes the space on its side. */
function tokenize(source: string): (string | { action: string })[] {
  const tokens: (string | { action: string })[] = [];
  let last = 0;
  let trimsNext = false;
  for (const found of source.matchAll(/\{\{(-\s)?\s*(\/\*[^]*?\*\/|[^]*?)\s*(\s-)?\}\}/g)) {
    let text = source.slice(last, found.index);
    if (trimsNext) text = text.trimStart();
    if (found[1]) text = text.trimEnd();
    tokens.push(text, { action: found[2]!.trim() });
    trimsNext = found[3] !== undefined;
    last = found.index + found[0].length;
  }
  const rest = source.slice(last);
  return [...tokens, trimsNext ? rest.trimStart() : rest];
}

/** The part before a bar is the last argument of the part after it. */
export function parsePipeline(text: string): Expression {
  const words = [...text.matchAll(/"(?:[^"\\]|\\.)*"|[()|]|[^\s()|]+/g)].map(([word]) => word);
  let at = 0;
  function pipeline(): Expression {
    let value = call();
    while (words[at] === '|') {
      at += 1;
      const next = call();
      if (next.kind !== 'call') throw new Error(`${text}: what stands behind | is no function.`);
      value = { ...next, args: [...next.args, value] };
    }
    return value;
  }
  function call(): Expression {
    const first = operand();
    if (first.kind !== 'call' || first.args.length > 0) return first;
    const args: Expression[] = [];
    while (at < words.length && words[at] !== '|' && words[at] !== ')') args.push(operand());
    return { ...first, args };
  }
  function operand(): Expression {
    const word = words[at++];
    if (word === undefined) throw new Error(`${text}: it ends too early.`);
    if (word === '(') {
      const value = pipeline();
      if (words[at++] !== ')') throw new Error(`${text}: a parenthesis is open.`);
      // A call in parentheses is a value.
      return value.kind === 'call' && value.args.length === 0
        ? { kind: 'call', name: 'value', args: [value] }
        : value;
    }
    if (word.startsWith('"')) return { kind: 'literal', value: JSON.parse(word) as unknown };
    if (/^-?\d+$/.test(word)) return { kind: 'literal', value: Number(word) };
    if (word === 'true' || word === 'false') return { kind: 'literal', value: word === 'true' };
    const [, variable, path = ''] = /^(?:\$(\w*))?((?:\.\w+)*|\.)$/.exec(word) ?? [];
    if (word.startsWith('.') || word.startsWith('$')) {
      return { kind: 'field', variable, path: path.split('.').filter(Boolean) };
    }
    return { kind: 'call', name: word, args: [] };
  }
  const value = pipeline();
  if (at < words.length) throw new Error(`${text}: ${words[at]} is too much.`);
  return value;
}
