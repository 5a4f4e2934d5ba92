import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inDepth } from '@tintype/testkit';
import t from 'tap';
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
    'Lazy LazyOptions RaceEnd RendererParts StripLimits Layer LayerNext PageCode PageFunction PageWorld'.split(
      ' ',
    );
  const { types } = exportedBy('packages/core/src/index.ts');
  t.same(
    types.filter((name) => !exported.types.includes(name) && !inside.includes(name)),
    [],
  );
});

t.test('a plain TypeScript project compiles, with the libraries checked', async (t) => {
  build();
  const dir = mkdtempSync(join(tmpdir(), 'tintype-test-'));
  t.teardown(() => rmSync(dir, { recursive: true }));
  const compilerOptions = {
    target: 'ES2023',
    module: 'NodeNext',
    strict: true,
    skipLibCheck: false,
    preserveSymlinks: true,
    noEmit: true,
  };
  writeFileSync(join(dir, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(dir, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['program.ts'] }),
  );
  installClosure(dir, ['tintype', '@types/node']);
  t.notOk(
    existsSync(join(dir, 'node_modules/@types/dom-webcodecs')),
    'no ambient types come along',
  );
  writeFileSync(
    join(dir, 'program.ts'),
    `import * as tintype from 'tintype';
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
    await (await page.puppeteer()).click(title);
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
  // The compiler of before is written in JavaScript, and takes ten times as long.
  const compilers = ['typescript', 'typescript-5'];
  const env = { ...process.env, NODE_OPTIONS: '' };
  for (const name of compilers.filter((one) => one === 'typescript' || inDepth(t, one))) {
    const compiler = join(root, 'node_modules', name, 'bin/tsc');
    const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', dir], {
      encoding: 'utf8',
      env,
    });
    t.equal(stdout, '', name);
    t.equal(status, 0, name);
  }
});
