import { execFileSync } from 'node:child_process';
import t from 'tap';
import { shellWord } from './shell-word.ts';

t.test('a shell reads the word back', async (t) => {
  t.equal(shellWord('https://a.example/b'), 'https://a.example/b');
  if (process.platform === 'win32') return;
  for (const word of ['https://a.example/?b=1&c=$(id)#d', "it's", 'my steps.json', '', '!~*'])
    t.equal(execFileSync('sh', ['-c', `printf %s ${shellWord(word)}`]).toString(), word);
});
