// Shown for less elsewhere: tests/installed/require.test.ts shows the installed package, and tests/api-report.test.ts its types.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inDepth } from '@tintype/testkit';
import t, { type Test } from 'tap';
import ts from 'typescript-5';
import { build, installClosure } from './install-closure.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The names that an index exports, of types or of values. */
function exportedBy(path: string): { types: string[]; values: string[] } {
  const types: string[] = [];
  const values: string[] = [];
  for (const [, isType, list = ''] of read(path).matchAll(/^export (type )?\{([^}]*)\}/gm)) {
    for (const entry of list.split(',').map((text) => text.trim())) {
      const [, own, name] = /^(type )?(\w+)$/.exec(entry) ?? [];
      if (name !== undefined) (isType || own ? types : values).push(name);
    }
  }
  return { types, values };
}

const exported = exportedBy('packages/tintype/src/index.ts');

t.test('every type of the engine has a name for those who use the library', async (t) => {
  // Of these no option, result or hook is made.
  const inside =
    'Lazy LazyOptions RaceEnd RendererParts StripLimits Layer LayerNext PageCode PageFunction PageWorld Exchange Header RecordedTraffic ElementsInImage RenderedWithElements'.split(
      ' ',
    );
  const { types } = exportedBy('packages/core/src/index.ts');
  t.same(
    types.filter((name) => !exported.types.includes(name) && !inside.includes(name)),
    [],
  );
});

const compilerOptions = {
  target: 'ES2023',
  module: 'NodeNext',
  strict: true,
  skipLibCheck: false,
  preserveSymlinks: true,
  noEmit: true,
};

/** A folder in which the built packages are installed, with a file for the compiler. */
function project(t: Test, program: string, more: object = {}): string {
  build();
  const dir = mkdtempSync(join(tmpdir(), 'tintype-test-'));
  t.teardown(() => rmSync(dir, { recursive: true }));
  writeFileSync(join(dir, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(dir, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...compilerOptions, ...more }, files: ['program.ts'] }),
  );
  installClosure(dir, ['tintype', '@tintype/client', '@types/node']);
  writeFileSync(join(dir, 'program.ts'), program);
  return dir;
}

function compile(dir: string, name = 'typescript') {
  const compiler = join(root, 'node_modules', name, 'bin/tsc');
  const env = { ...process.env, NODE_OPTIONS: '' };
  return spawnSync(process.execPath, [compiler, '-p', dir], { encoding: 'utf8', env });
}

t.test('every package compiles without the types of the DOM, with the libraries checked', (t) => {
  const names = readdirSync(join(root, 'packages'))
    .filter((name) => name !== 'testkit' && name !== 'console')
    .map((name) => (name === 'tintype' ? name : `@tintype/${name}`));
  const program = names.map((name, at) => `export type P${at} = typeof import('${name}');\n`);
  const dir = project(t, program.join(''), { lib: ['es2023'], types: ['node'] });
  const { status, stdout } = compile(dir);
  t.equal(stdout, '');
  t.equal(status, 0);
  t.end();
});

t.test('editors show what a parameter does', (t) => {
  const program = `import { render, type ScreenshotInput } from 'tintype';
import { createClient } from '@tintype/client';
await render({ kind: 'screenshot', url: '', full_page: true });
export const input: ScreenshotInput = { kind: 'screenshot', url: '', full_page: true };
await createClient({ baseUrl: '', accessKey: '' }).screenshot({ url: '', full_page: true });
`;
  const file = join(project(t, program), 'program.ts');
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    strict: true,
    preserveSymlinks: true,
  };
  const service = ts.createLanguageService({
    getCurrentDirectory: () => dirname(file),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (path) =>
      ts.sys.fileExists(path)
        ? ts.ScriptSnapshot.fromString(ts.sys.readFile(path) ?? '')
        : undefined,
  });
  const places = [...program.matchAll(/full_page/g)].map(({ index }) => index);
  t.same(
    places.map((at) =>
      ts.displayPartsToString(service.getQuickInfoAtPosition(file, at)?.documentation),
    ),
    places.map(() => 'Capture the full page. Default: false.'),
  );
  t.end();
});

t.test('a plain TypeScript project compiles, with the libraries checked', async (t) => {
  const dir = project(
    t,
    `import * as tintype from 'tintype';
import type { Page } from 'puppeteer-core';
import { createRenderer, render, RenderError, type BrowserSource, type Middleware, type Plugin, type RenderOutcome } from 'tintype';
export type { ${exported.types.join(', ')} } from 'tintype';
export { ${exported.values.join(', ')} } from 'tintype';

const log: Middleware = async (request, context, next) => {
  context.warn(request.kind);
  return next(request, context);
};
const plugin: Plugin = {
  name: 'mine',
  hooks: { async beforeCapture(page, _request, { deadline }) {
    const title: string = await page.evaluate<string>('document.title');
    await deadline.race(page.session.send('Page.bringToFront'));
    await (await page.puppeteer<Page>()).click(title);
  } },
};
const renderer = createRenderer({ use: [log], plugins: [plugin], queueTimeout: 3, concurrency: 2 });
const outcomes: RenderOutcome[] = [];
const { signal } = new AbortController();
for await (const outcome of renderer.renderAll([{ kind: 'pdf', url: 'https://example.com' }], { signal })) {
  outcomes.push(outcome);
  const body: Uint8Array | undefined = outcome.result?.body;
  const code: tintype.ErrorCode | undefined = outcome.error?.code;
  console.log(body, code);
}
await renderer.start({ signal });
await renderer.stop({ signal });
await using other = createRenderer();
const result = await render({ kind: 'screenshot', html: '<p>', format: 'png' }, { upstream: 'http://a', signal });
const failure: unknown = result;
if (RenderError.is(failure)) console.log(failure.details?.[0]?.parameter);
declare const source: BrowserSource;
console.log(other, source.concurrency);
`,
  );
  t.notOk(
    existsSync(join(dir, 'node_modules/@types/dom-webcodecs')),
    'no ambient types come along',
  );
  // The compiler of before is written in JavaScript, and takes ten times as long.
  const compilers = ['typescript', 'typescript-5'];
  for (const name of compilers.filter((one) => one === 'typescript' || inDepth(t, one))) {
    const { status, stdout } = compile(dir, name);
    t.equal(stdout, '', name);
    t.equal(status, 0, name);
  }
});
