import t from 'tap';
import { formatFromEnding, readDestination } from './destination.ts';
import { UsageError } from './usage-error.ts';

const dir = t.testdir({ folder: {}, 'file.png': '' });

t.test('where pictures go', async (t) => {
  t.same(readDestination(undefined, 3, false), { to: 'folder', folder: '.' });
  t.same(readDestination('-', 1, false), { to: 'stdout' });
  t.same(readDestination('a/b.png', 1, false), { to: 'file', path: 'a/b.png' });
  t.same(readDestination('new/', 2, false), { to: 'folder', folder: 'new/' });
  t.same(readDestination(`${dir}/folder`, 2, false), { to: 'folder', folder: `${dir}/folder` });
});

t.test('several pictures do not share a file', async (t) => {
  const cases: [string, number, boolean, RegExp][] = [
    ['-', 2, false, /-o - takes one picture, but 2 pages came/],
    ['-', 1, true, /picture to the terminal/],
    [`${dir}/file.png`, 2, false, /is one file, but 2 pages came/],
    ['', 1, false, /"" came/],
  ];
  for (const [output, count, isTerminal, message] of cases) {
    t.throws(() => readDestination(output, count, isTerminal), {
      constructor: UsageError,
      message,
    });
  }
});

t.test('the ending chooses the format', async (t) => {
  const formats = ['jpeg', 'jpg', 'png'];
  t.equal(formatFromEnding('a/x.png', formats), 'png');
  t.equal(formatFromEnding('x.JPG', formats), 'jpg');
  t.equal(formatFromEnding('x', formats), undefined);
  t.equal(formatFromEnding('a.b/x', formats), undefined);
  t.throws(() => formatFromEnding('x.bmp', formats), {
    constructor: UsageError,
    message: 'x.bmp: there is no format for .bmp. Use one of .jpeg, .jpg, .png, or say --format.',
  });
});
