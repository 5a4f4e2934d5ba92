import { PassThrough } from 'node:stream';
import t from 'tap';
import { SERVICE_GROUP, type Flag } from '../flags/flag.ts';
import { formatHelp } from './help.ts';
import type { Output } from './terminal.ts';

const flags: Flag[] = [
  { name: 'cache', group: SERVICE_GROUP, description: 'Does nothing here.' },
  {
    name: 'output',
    short: 'o',
    placeholder: '<file>',
    group: 'Output',
    description: 'Where the image goes, in a sentence that is longer than a narrow line.',
  },
  { name: 'quiet', group: 'Output', description: 'Errors only.' },
  {
    name: 'full-page-scroll-by-duration',
    placeholder: '<milliseconds>',
    group: 'Output',
    description: 'Long.',
  },
];

function help(columns: number): string[] {
  const output: Output = Object.assign(new PassThrough(), { columns });
  return formatHelp('Usage', flags, output).split('\n');
}

t.test('groups flags, those without an effect last', async (t) => {
  const headings = help(80).filter((line) => line !== '' && !line.startsWith(' '));
  t.same(headings, ['Usage', 'Output', SERVICE_GROUP]);
});

t.test('descriptions are aligned and fit the terminal', async (t) => {
  for (const columns of [50, 80, 100]) {
    const lines = help(columns);
    for (const line of lines) t.ok(line.length <= columns, `${columns}: ${line}`);
    const columnOf = (text: string) => lines.find((line) => line.includes(text))?.indexOf(text);
    t.equal(columnOf('Errors only.'), columnOf('Where the'));
    t.equal(columnOf('Errors only.'), columnOf('Long.'), 'a long flag has a line of its own');
  }
  t.ok(
    help(400).every((line) => line.length <= 110),
    'no wider than can be read',
  );
});
