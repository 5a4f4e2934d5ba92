import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { parseTemplate, type Expression, type Node } from './parse-template.ts';

type Values = Record<string, unknown>;

/** Scope of a template: its dot, and variables by name; `` is the dot of the file. */
interface Scope {
  dot: unknown;
  variables: Map<string, unknown>;
}

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
}

/** The files of a chart, rendered as Helm does, with values over those of the chart. */
export interface RenderedChart {
  manifests: Manifest[];
  notes: string;
}

/** Renders a chart. Of Go's templates it knows what this chart uses, and refuses the rest. */
export function renderChart(folder: string, values: Values, release = 'shots'): RenderedChart {
  const templates = readdirSync(join(folder, 'templates')).toSorted();
  const parsed = templates.map((name) => {
    const source = readFileSync(join(folder, 'templates', name), 'utf8');
    return { name, template: parseTemplate(source) };
  });
  const defined = new Map(parsed.flatMap(({ template }) => [...template.defined]));
  const chart = parse(readFileSync(join(folder, 'Chart.yaml'), 'utf8')) as Values;
  const dot = {
    Values: merge(parse(readFileSync(join(folder, 'values.yaml'), 'utf8')), values),
    Release: { Name: release, Namespace: 'default' },
    Chart: { AppVersion: chart['appVersion'], Name: chart['name'] },
  };
  const render = (name: string) => {
    const nodes = parsed.find((each) => each.name === name)?.template.body ?? [];
    return renderNodes(nodes, { dot, variables: new Map([['', dot]]) }, defined);
  };
  const manifests = templates
    .filter((name) => name.endsWith('.yaml'))
    .flatMap((name) => documents(name, render(name)));
  return { manifests, notes: render('NOTES.txt') };
}

function documents(name: string, text: string): Manifest[] {
  return parseAllDocuments(text).flatMap((document) => {
    const [error] = document.errors;
    if (error) throw new Error(`${name}: ${error.message}\n${text}`);
    return document.contents === null ? [] : [document.toJS() as Manifest];
  });
}

/** Maps are merged; any other value replaces the one before. */
function merge(below: unknown, above: unknown): unknown {
  if (!isMap(below) || !isMap(above)) return above === undefined ? below : above;
  const names = new Set([...Object.keys(below), ...Object.keys(above)]);
  return Object.fromEntries([...names].map((name) => [name, merge(below[name], above[name])]));
}

const isMap = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Defined = ReadonlyMap<string, Node[]>;

function renderNodes(nodes: readonly Node[], scope: Scope, defined: Defined): string {
  let text = '';
  const inside = (body: Node[], dot = scope.dot) =>
    renderNodes(body, { dot, variables: new Map(scope.variables) }, defined);
  for (const node of nodes) {
    if (node.kind === 'text') {
      text += node.text;
      continue;
    }
    const value = evaluate(node.value, scope, defined);
    if (node.kind === 'assign') scope.variables.set(node.variable, value);
    else if (node.kind === 'print') text += printed(value);
    else if (!isTrue(value)) text += inside(node.otherwise);
    else if (node.kind === 'if') text += inside(node.body);
    else if (node.kind === 'with') text += inside(node.body, value);
    else for (const item of value as unknown[]) text += inside(node.body, item);
  }
  return text;
}

function evaluate(expression: Expression, scope: Scope, defined: Defined): unknown {
  if (expression.kind === 'literal') return expression.value;
  if (expression.kind === 'field') return field(expression, scope);
  const args = expression.args.map((one) => evaluate(one, scope, defined));
  if (expression.name === 'include') {
    const [name, dot] = args;
    const nodes = defined.get(String(name));
    if (nodes === undefined) throw new Error(`Nothing defines ${String(name)}.`);
    return renderNodes(nodes, { dot, variables: new Map([['', dot]]) }, defined);
  }
  const called = functions[expression.name];
  if (called === undefined) throw new Error(`There is no function ${expression.name} here.`);
  return called(...args);
}

function field({ variable, path }: Extract<Expression, { kind: 'field' }>, scope: Scope): unknown {
  let value = scope.dot;
  if (variable !== undefined) {
    if (!scope.variables.has(variable)) throw new Error(`There is no variable $${variable}.`);
    value = scope.variables.get(variable);
  }
  for (const name of path) {
    if (!isMap(value)) throw new Error(`.${path.join('.')}: there is nothing that has ${name}.`);
    value = value[name];
  }
  return value;
}

const functions: Readonly<Record<string, (...args: unknown[]) => unknown>> = {
  value: (value) => value,
  quote: (value) => JSON.stringify(printed(value)),
  default: (instead, value) => (isTrue(value) ? value : instead),
  required: (message, value) => {
    if (isTrue(value)) return value;
    throw new Error(String(message));
  },
  not: (value) => !isTrue(value),
  add: (...numbers) => numbers.reduce((sum: number, each) => sum + Number(each), 0),
  dict: (...pairs) =>
    Object.fromEntries(
      pairs.flatMap((name, at) => (at % 2 === 0 ? [[String(name), pairs[at + 1]]] : [])),
    ),
  printf: (format, ...args) => {
    let at = 0;
    return String(format).replaceAll('%s', () => printed(args[at++]));
  },
  trunc: (length, text) => String(text).slice(0, Number(length)),
  trimSuffix: (end, text) =>
    String(text).endsWith(String(end)) ? String(text).slice(0, -String(end).length) : text,
  toYaml: (value) => stringify(value).trimEnd(),
  nindent: (width, text) => {
    const space = ' '.repeat(Number(width));
    return `\n${space}${String(text).replaceAll('\n', `\n${space}`)}`;
  },
};

const printed = (value: unknown) => (value === undefined || value === null ? '' : String(value));

function isTrue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (isMap(value)) return Object.keys(value).length > 0;
  return Boolean(value);
}
