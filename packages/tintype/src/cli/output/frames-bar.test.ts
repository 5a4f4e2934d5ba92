import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import t from 'tap';
import { createFramesBar } from './frames-bar.ts';

t.test('a video that ends early counts as complete', async (t) => {
  const stream = new PassThrough({ encoding: 'utf8' });
  const terminal = Object.assign(stream, { isTTY: true, columns: 80 });
  const bar = createFramesBar(terminal, 2);
  t.teardown(() => bar.stop());
  const tell = bar.follow();
  tell({ frames: 0, total: 10 });
  tell({ frames: 4, total: 10 });
  tell({ frames: 4, total: 4 });
  let shown = '';
  while (!/ of \d+ frames/.test(shown)) {
    await once(terminal, 'readable');
    shown += stripVTControlCharacters(String(terminal.read() ?? ''));
  }
  t.match(shown, ' 10 of 20 frames');
});
