/**
 * Writes the API reference: every export of `tintype` and `@tintype/client` with its declaration
 * and its TSDoc, in `docs/api.md` and `docs/api-client.md`. The files are the API report as well: a
 * change of the public API is a diff of them, and a test fails while they are out of date.
 *
 *     npm run docs:api
 *     npm run docs:api -- --check
 *
 * It uses TypeScript 5 because TypeScript 7.0 has no compiler API; typedoc and api-extractor wait
 * for that of 7.1.
 */
import { descriptionsOf } from '@tintype/contract/read';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import ts from 'typescript-5';

const require = createRequire(import.meta.url);
const root = join(import.meta.dirname, '..');

const packages = [
  { name: 'tintype', entry: 'packages/tintype/src/index.ts', page: 'docs/api.md' },
  { name: '@tintype/client', entry: 'packages/client/src/index.ts', page: 'docs/api-client.md' },
] as const;

/** Returns the pages by their path in the repository. */
function apiPages(): Map<string, string> {
  const program = ts.createProgram(
    packages.map(({ entry }) => join(root, entry)),
    compilerOptions(),
  );
  const checker = program.getTypeChecker();
  const declarations = createDeclarations(program);
  return new Map(
    packages.map(({ name, entry, page }) => {
      const source = program.getSourceFile(join(root, entry));
      const symbol = source && checker.getSymbolAtLocation(source);
      if (symbol === undefined) throw new Error(`${entry} exports nothing.`);
      const sections = checker
        .getExportsOfModule(symbol)
        .map((each) => sectionOf(each, checker, declarations))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1));
      return [page, pageOf(name, page, sections)];
    }),
  );
}

function compilerOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile) as {
    config: { compilerOptions: object };
  };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  return {
    ...options,
    composite: false,
    declarationMap: false,
    sourceMap: false,
    incremental: false,
    jsx: ts.JsxEmit.Preserve,
    emitDeclarationOnly: true,
    noEmit: false,
    stripInternal: true,
    outDir: join(root, 'unwritten'),
    paths: sourcePaths(),
  };
}

/** Maps entry points to sources: the compiler emits nothing for what it finds in node_modules. */
function sourcePaths(): Record<string, string[]> {
  const paths: Record<string, string[]> = {};
  for (const file of globSync('packages/*/package.json', { cwd: root })) {
    const { name, exports = {} } = JSON.parse(readFileSync(join(root, file), 'utf8')) as {
      name: string;
      exports?: Record<string, { '@tintype/source'?: string }>;
    };
    for (const [entry, { '@tintype/source': source }] of Object.entries(exports)) {
      if (source !== undefined) paths[join(name, entry)] = [join(root, dirname(file), source)];
    }
  }
  return paths;
}

interface Section {
  name: string;
  kind: 'Functions' | 'Classes' | 'Values' | 'Types';
  comment: string;
  declaration: string;
}

type Declarations = (file: ts.SourceFile) => ts.SourceFile;

/** Emits the declarations of a module, once. */
function createDeclarations(program: ts.Program): Declarations {
  const emitted = new Map<ts.SourceFile, ts.SourceFile>();
  return (file) => {
    const known = emitted.get(file);
    if (known !== undefined) return known;
    let text = file.isDeclarationFile ? file.text : '';
    if (!file.isDeclarationFile) {
      program.emit(file, (_name, written) => (text = written), undefined, true);
    }
    const parsed = ts.createSourceFile('module.d.ts', text, ts.ScriptTarget.Latest, true);
    emitted.set(file, parsed);
    return parsed;
  };
}

function sectionOf(
  symbol: ts.Symbol,
  checker: ts.TypeChecker,
  declarations: Declarations,
): Section {
  const original = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const [declared] = original.declarations ?? [];
  if (declared === undefined) throw new Error(`${symbol.name} has no declaration.`);
  const file = declared.getSourceFile();
  if (file.fileName.includes('/node_modules/')) {
    const { flags } = original;
    const kind = flags & ts.SymbolFlags.Function ? 'Functions' : 'Types';
    const from = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file.fileName)?.[1] ?? '';
    const text = `export { ${symbol.name} } from '${from}';`;
    return { name: symbol.name, kind, comment: '', declaration: text };
  }
  const found = declarations(file).statements.filter(
    (statement) => nameOf(statement) === original.name,
  );
  const [first] = found;
  if (first === undefined)
    throw new Error(`${symbol.name} is not in the declarations of ${file.fileName}.`);
  return {
    name: symbol.name,
    kind: kindOf(first),
    comment: found.map(commentOf).find((comment) => comment !== '') ?? '',
    declaration:
      membersOf(original, first, checker) ??
      found.map((statement) => statement.getText()).join('\n'),
  };
}

const typeFormat =
  ts.TypeFormatFlags.NoTruncation |
  ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope |
  ts.TypeFormatFlags.UseSingleQuotesForStringLiteralType;

/** Lists the members of a type that is inferred from a schema, with the schema's descriptions. */
function membersOf(
  symbol: ts.Symbol,
  statement: ts.Statement,
  checker: ts.TypeChecker,
): string | undefined {
  const schema = /z\.infer<typeof (\w+)>/.exec(statement.getText())?.[1];
  const file = symbol.declarations?.[0]?.getSourceFile().fileName;
  if (schema === undefined || file === undefined) return undefined;
  const descriptions = descriptionsOf(
    (require(file) as Record<string, Parameters<typeof descriptionsOf>[0]>)[schema]!,
  );
  const members = [...descriptions].flatMap(([name, description]) => {
    const member = checker.getDeclaredTypeOfSymbol(symbol).getProperty(name);
    if (member === undefined) return [];
    const isOptional = (member.flags & ts.SymbolFlags.Optional) !== 0;
    const type = checker.typeToString(checker.getTypeOfSymbol(member), undefined, typeFormat);
    const comment = description === '' ? '' : `    /** ${description} */\n`;
    return `${comment}    ${name}${isOptional ? `?: ${type.replace(/ \| undefined$/, '')}` : `: ${type}`};`;
  });
  return `export interface ${symbol.name} {\n${members.join('\n')}\n}`;
}

function nameOf(statement: ts.Statement): string | undefined {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations[0]?.name.getText();
  }
  return ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement)
    ? statement.name?.text
    : undefined;
}

function kindOf(statement: ts.Statement): Section['kind'] {
  if (ts.isFunctionDeclaration(statement)) return 'Functions';
  if (ts.isClassDeclaration(statement)) return 'Classes';
  return ts.isVariableStatement(statement) ? 'Values' : 'Types';
}

/** Returns the TSDoc of a declaration as Markdown. */
function commentOf(statement: ts.Statement): string {
  return ts
    .getJSDocCommentsAndTags(statement)
    .filter(ts.isJSDoc)
    .map((doc) => {
      const text = textOf(doc.comment);
      const tags = (doc.tags ?? []).map(tagOf);
      return [text, ...tags].filter((part) => part !== '').join('\n\n');
    })
    .join('\n\n');
}

function tagOf(tag: ts.JSDocTag): string {
  const text = textOf(tag.comment);
  const name = tag.tagName.text;
  if (name === 'example') return `Example:\n\n${block(text.trim())}`;
  if (ts.isJSDocParameterTag(tag)) return `- \`${tag.name.getText()}\`: ${text.replace(/^- /, '')}`;
  if (ts.isJSDocThrowsTag(tag)) {
    const type = tag.typeExpression?.type.getText();
    return `Throws${type === undefined ? '' : ` \`${type}\``}: ${text}`;
  }
  return name === 'returns' ? `Returns ${text}` : `${name}: ${text}`;
}

function textOf(comment: ts.JSDoc['comment']): string {
  return (ts.getTextOfJSDocComment(comment) ?? '').replaceAll(/\{@link ([^}|]+)[^}]*\}/g, '`$1`');
}

function pageOf(name: string, page: string, sections: readonly Section[]): string {
  const kinds = ['Functions', 'Classes', 'Values', 'Types'] as const;
  const groups = kinds.map((kind) => {
    const members = sections.filter((section) => section.kind === kind).map(entryOf);
    return members.length === 0 ? '' : `## ${kind}\n\n${members.join('\n\n')}`;
  });
  const other = packages.find((each) => each.page !== page);
  return `<!-- Written by scripts/api-report.ts (npm run docs:api). Change the comments in the sources instead. -->

# API of \`${name}\`

Every export, with its declaration as the compiler emits it. A pull request that changes the public API
shows the change here. The same for [\`${other?.name}\`](${other?.page.replace('docs/', '')}).

${groups.filter((group) => group !== '').join('\n\n')}
`;
}

function entryOf({ name, comment, declaration }: Section): string {
  const shown = declaration.replaceAll(/^export declare /gm, 'export ').replaceAll('\r', '');
  const text = comment === '' ? '' : `${comment}\n\n`;
  return `### ${name}\n\n${text}${block(shown)}`;
}

const block = (code: string) => `\`\`\`ts\n${code}\n\`\`\``;

const isCheck = process.argv.includes('--check');
for (const [page, text] of apiPages()) {
  const path = join(root, page);
  if (!isCheck) writeFileSync(path, text);
  else if (readFileSync(path, 'utf8') !== text) {
    console.error(`${page} is out of date: run npm run docs:api.`);
    process.exitCode = 1;
  }
}
