import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import t from 'tap';

const run = promisify(execFile);

/**
 * Prints the modules that are loaded until a command line that cannot be wrong spawns its browser.
 */
const script = `
import { registerHooks } from 'node:module';
const loaded = [];
registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
const { startWhenPlain } = await import(${JSON.stringify(new URL('./cli/render/plain-start.ts', import.meta.url).href)});
await import(${JSON.stringify(new URL('./start-early.ts', import.meta.url).href)});
if (typeof startWhenPlain !== 'function') throw new Error('There is no early start.');
console.log(JSON.stringify(loaded));
`;

t.test('a browser is spawned before anything is loaded that takes as long as that', async (t) => {
  const args = ['--conditions=@tintype/source', '--input-type=module', '--eval', script];
  const { stdout } = await run(process.execPath, args, { maxBuffer: 1 << 24 });
  const loaded = JSON.parse(stdout) as string[];
  t.ok(
    loaded.some((url) => url.includes('/chrome/src/')),
    'the source of browsers is among them',
  );
  for (const late of ['/zod/', '/contract/src/index.ts', '/core/src/index.ts', '/egress/src/']) {
    t.same(
      loaded.filter((url) => url.includes(late)),
      [],
      late,
    );
  }
});
