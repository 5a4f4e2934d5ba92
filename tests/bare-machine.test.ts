import { execFile, spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';

const run = promisify(execFile);
const script = join(import.meta.dirname, '..', 'scripts', 'bare-machine.sh');
const isPossible = spawnSync('unshare', ['--mount', 'true']).status === 0;

t.test(
  'hides programs, fonts and caches from a command',
  { skip: !isPossible && 'needs root and mount namespaces of Linux' },
  async (t) => {
    const look = `for name in chromium ffmpeg pdfinfo curl python3; do
  [ -x "$(command -v $name)" ] && echo $name
done
find "$HOME" /var/cache /usr/share/fonts -mindepth 1 -type f ! -name 'DejaVu*' ! -path '*/[cC]*ap/*'
echo "end $TINTYPE_CACHE_DIR"`;
    const env = { ...process.env, TINTYPE_CACHE_DIR: '/elsewhere' };
    const { stdout, stderr } = await run(script, ['bash', '-c', look], { env });
    t.same([stdout.trim(), stderr], ['end', '']);
  },
);

t.test('ends with the status of the command', async (t) => {
  await t.rejects(run(script, ['bash', '-c', 'exit 7']), { code: 7 });
});

t.test('says so where nothing can be hidden', async (t) => {
  // A machine without unshare.
  const PATH = t.testdir({ unshare: '#!/bin/sh\nexit 1\n' });
  chmodSync(join(PATH, 'unshare'), 0o755);
  const env = { ...process.env, PATH: `${PATH}:${process.env['PATH']}` };
  const { stdout, stderr } = await run(script, ['bash', '-c', 'ls -A "$HOME"; echo ran'], { env });
  t.equal(stdout, 'ran\n');
  t.match(stderr, /NOT A BARE MACHINE/);
});
