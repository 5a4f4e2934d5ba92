import { makeFolder } from '@tintype/testkit';
import t from 'tap';
import { formatFromEnding, readDestination } from './destination.ts';
import { kindInfos } from '@tintype/contract/light';
import { commandKindOf, type CommandKind } from './command-kind.ts';
import { UsageError } from '../cli-context.ts';

const [SCREENSHOT, , PDF] = kindInfos.map(commandKindOf) as [CommandKind, CommandKind, CommandKind];

const dir = makeFolder(t, { 'folder/kept': '', 'file.png': '' });

t.test('reads the destination of images', async (t) => {
  t.same(readDestination(undefined, 3, false, SCREENSHOT), { to: 'folder', folder: '.' });
  t.same(readDestination('-', 1, false, SCREENSHOT), { to: 'stdout' });
  t.same(readDestination('a/b.png', 1, false, SCREENSHOT), { to: 'file', path: 'a/b.png' });
  t.same(readDestination('new/', 2, false, SCREENSHOT), { to: 'folder', folder: 'new/' });
  t.same(readDestination(`${dir}/folder`, 2, false, SCREENSHOT), {
    to: 'folder',
    folder: `${dir}/folder`,
  });
});

t.test('several images do not share a file', async (t) => {
  const cases: [string, number, boolean, RegExp][] = [
    ['-', 2, false, /-o - takes one image; got 2 pages/],
    ['-', 1, true, /image to the terminal/],
    [`${dir}/file.png`, 2, false, /is one file; got 2 pages/],
    ['', 1, false, /got ""/],
  ];
  for (const [output, count, isTerminal, message] of cases) {
    t.throws(() => readDestination(output, count, isTerminal, SCREENSHOT), {
      constructor: UsageError,
      message,
    });
  }
});

t.test('derives the format from the extension', async (t) => {
  const formats = ['jpeg', 'jpg', 'png'];
  t.equal(formatFromEnding('a/x.png', formats), 'png');
  t.equal(formatFromEnding('x.JPG', formats), 'jpg');
  t.equal(formatFromEnding('x', formats), undefined);
  t.equal(formatFromEnding('a.b/x', formats), undefined);
  t.throws(() => formatFromEnding('x.bmp', formats), {
    constructor: UsageError,
    message: 'x.bmp: there is no format for .bmp. Use one of .jpeg, .jpg, .png, or give --format.',
  });
});

t.test('messages name the kind and its only extension', async (t) => {
  t.throws(() => readDestination('-', 2, false, PDF), /-o - takes one PDF; got 2 pages/);
  t.throws(() => readDestination('-', 1, true, PDF), /write a PDF to the terminal.*page\.pdf/);
  t.equal(formatFromEnding('a.PDF', ['pdf']), 'pdf');
  t.throws(
    () => formatFromEnding('a.png', ['pdf']),
    /no format for \.png\. Use \.pdf\. For an image, type: tintype screenshot$/,
  );
  t.throws(
    () => formatFromEnding('z.pdf', ['jpeg', 'png']),
    /no format for \.pdf\. Use one of .* For a PDF, type: tintype pdf$/,
  );
});
