import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readPixels } from '@tintype/testkit';
import t from 'tap';
import { makeCommands } from '../cli/make-commands.ts';
import { root, runCli } from '../cli/run-cli.ts';
import { cleanEnvironment } from './run-service.ts';

const folder = join(root, 'examples', 'service');

t.test('the program starts a service, uses it, and ends it', async (t) => {
  const cwd = t.testdir({});
  const env = cleanEnvironment();
  const PATH = makeCommands(t, env['PATH']);
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'serve.ts')], {
    cwd,
    env: { ...env, PATH },
  });
  t.equal(stdout, '200 image/png\n1 render counted\nended with 0\n');
  const image = await readPixels(await readFile(join(cwd, 'served.png')));
  t.match(image, { format: 'png', width: 1280, height: 1080 });
});

t.test('the configuration file is one that the service takes', async (t) => {
  const file = join(folder, 'tintype.json');
  const { code, stdout, stderr } = await runCli(['serve', '--config', file, '--print-config']);
  t.equal(code, 0, stderr);
  const written = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  const printed = JSON.parse(stdout.toString()) as Record<string, { from: string }>;
  for (const name of Object.keys(written)) t.equal(printed[name]?.from, `${name} in ${file}`);
});

t.test('the documents show the files as they are', async (t) => {
  const docs = await readFile(join(root, 'docs', 'service.md'), 'utf8');
  t.ok(docs.includes(await readFile(join(folder, 'Dockerfile'), 'utf8')));
});
