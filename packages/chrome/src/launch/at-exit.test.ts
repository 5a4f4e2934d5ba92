import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { atExit } from './at-exit.ts';

t.test('one listener, however many tasks, and none without', async (t) => {
  const before = process.listenerCount('exit');
  const backs = Array.from({ length: 12 }, () => atExit(() => {}));
  t.equal(process.listenerCount('exit'), before + 1);
  for (const back of backs) back();
  t.equal(process.listenerCount('exit'), before);
});

t.test('runs all tasks at the exit that were not cancelled, even after an error', async (t) => {
  const module = fileURLToPath(new URL('at-exit.ts', import.meta.url));
  const program = `
    import { atExit } from ${JSON.stringify(module)};
    const say = (word) => () => console.log(word);
    for (let n = 0; n < 12; n += 1) atExit(say(n));
    atExit(() => { throw new Error('no'); });
    atExit(say('last'));
    atExit(say('taken back'))();
  `;
  const args = ['--input-type=module', '--eval', program];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  t.equal(stdout, `${Array.from({ length: 12 }, (_, n) => n).join('\n')}\nlast\n`);
  t.equal(stderr, '', 'and Node warns of nothing');
  t.equal(status, 0);
});
