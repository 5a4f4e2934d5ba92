import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import t from 'tap';
import { createFilesBar } from './files-bar.ts';

const fakeTerminal = () =>
  Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true, columns: 80 });

t.test('the bar continues with files after the frames of a video', async (t) => {
  const terminal = fakeTerminal();
  const bar = createFilesBar(terminal, 3);
  t.teardown(() => bar.stop());
  /** A bar is drawn some time after it is set. */
  const next = async () => {
    let shown = '';
    while (!/ of \d+ \w+/.test(shown)) {
      await once(terminal, 'readable');
      shown += stripVTControlCharacters(String(terminal.read() ?? ''));
    }
    return shown;
  };
  bar.advance();
  t.match(await next(), ' 1 of 3 files');
  const tell = bar.follow();
  tell({ frames: 7, total: 12 });
  t.match(await next(), ' 7 of 12 frames');
  bar.set(2);
  bar.log('b.mp4');
  t.match(await next(), /^b\.mp4\n.* 2 of 3 files/);
  bar.set(3);
  t.match(await next(), ' 3 of 3 files');
});

t.test('one file has no bar', async (t) => {
  const terminal = fakeTerminal();
  const bar = createFilesBar(terminal, 1);
  bar.set(1);
  bar.log('a.png');
  bar.stop();
  t.equal(terminal.read(), 'a.png\n');
});
