import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { build, installClosure } from './install-closure.ts';

t.test('a CommonJS file gets it by require(), and renders', async (t) => {
  build();
  const dir = mkdtempSync(join(tmpdir(), 'tintype-require-'));
  t.teardown(() => rmSync(dir, { recursive: true }));
  installClosure(dir, ['tintype']);
  writeFileSync(
    join(dir, 'render.cjs'),
    `const { createRenderer } = require('tintype');
const renderer = createRenderer();
renderer.render({ kind: 'scrape', html: '<h1>required', format: 'md' })
  .then(({ body }) => process.stdout.write(Buffer.from(body)))
  .finally(() => renderer.stop());`,
  );
  const { stdout } = await promisify(execFile)(process.execPath, [join(dir, 'render.cjs')], {
    cwd: dir,
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  t.match(stdout, /^# required/);
});
