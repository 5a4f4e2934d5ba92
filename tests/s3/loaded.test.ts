import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { s3For } from './s3-server.ts';

const run = promisify(execFile);

/**
 * Opens a store and keeps a file; prints what was loaded of packages that only some stores need.
 */
const program = `
  import { registerHooks } from 'node:module';
  const loaded = new Set();
  registerHooks({
    resolve(specifier, context, next) {
      if (['pg', 'aws4fetch'].includes(specifier)) loaded.add(specifier);
      return next(specifier, context);
    },
  });
  const { openStore } = await import('@tintype/store');
  const s3 = process.env.S3 && JSON.parse(process.env.S3);
  const store = await openStore({ dataDir: process.env.DATA, s3 });
  const file = await store.fileBytes.write(Buffer.from('content'));
  if (!(await store.fileBytes.has(file))) throw new Error('It is not there.');
  await store.close();
  console.log(JSON.stringify([...loaded]));
`;

t.test('the signer of S3 is loaded only if files are there', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tintype-loaded-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const { options } = await s3For(t);
  const loaded = async (env: Record<string, string>) => {
    const { stdout } = await run(
      process.execPath,
      ['--conditions=@tintype/source', '--input-type=module', '--eval', program],
      { cwd: import.meta.dirname, env: { ...process.env, DATA: folder, ...env } },
    );
    return JSON.parse(stdout) as string[];
  };
  t.same(await loaded({}), []);
  t.same(await loaded({ S3: JSON.stringify(options) }), ['aws4fetch']);
});
