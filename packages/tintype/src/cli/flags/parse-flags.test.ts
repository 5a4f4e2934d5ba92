import t from 'tap';
import type { Flag } from './flag.ts';
import { parseFlags } from './parse-flags.ts';
import { UsageError } from '../cli-context.ts';

const group = 'Test';
const flags: Flag[] = [
  { name: 'output', short: 'o', placeholder: '<file>', group, description: '' },
  { name: 'full-page', alias: 'full', group, description: '' },
  { name: 'help', short: 'h', group, description: '' },
  { name: 'geolocation-longitude', placeholder: '<degrees>', group, description: '' },
  { name: 'header', placeholder: '<header>', isList: true, group, description: '' },
];

function parse(line: string) {
  const { entries, positionals } = parseFlags(
    line.split(' ').filter((word) => word !== ''),
    flags,
    (name, names) => names.find((one) => one[0] === name[0]),
  );
  return { entries: entries.map(({ flag, value }) => [flag.name, value]), positionals };
}

t.test('parses values, switches and positional arguments', async (t) => {
  t.same(parse('a -o x.png --full-page b -h'), {
    entries: [
      ['output', 'x.png'],
      ['full-page', 'true'],
      ['help', 'true'],
    ],
    positionals: ['a', 'b'],
  });
  t.same(parse('--output=x.png - -o -').entries, [
    ['output', 'x.png'],
    ['output', '-'],
  ]);
  t.same(parse('-- -o --full-page').positionals, ['-o', '--full-page']);
});

t.test('accepts aliases', async (t) => {
  for (const line of ['--full', '--full=true', '--full true']) {
    t.same(parse(line).entries, [['full-page', 'true']], line);
  }
  t.same(parse('--no-full').entries, [['full-page', 'false']]);
});

t.test('accepts every way to turn a switch off', async (t) => {
  for (const line of [
    '--no-full-page',
    '--full-page=false',
    '--full-page false',
    '--no-full_page',
  ]) {
    t.same(parse(line).entries, [['full-page', 'false']], line);
  }
  t.same(parse('--full-page false').positionals, []);
  t.same(parse('--full_page').entries, [['full-page', 'true']]);
});

t.test('a negative number is a value', async (t) => {
  t.same(parse('--geolocation-longitude -73.9').entries, [['geolocation-longitude', '-73.9']]);
});

t.test('accepts a repeated flag', async (t) => {
  t.same(parse('--header a:b --header c:d').entries, [
    ['header', 'a:b'],
    ['header', 'c:d'],
  ]);
});

t.test('errors name the flag and what to type', async (t) => {
  const cases: [string, RegExp][] = [
    ['--fullpage', /Unknown flag --fullpage. Did you mean --full-page\?/],
    ['--no-fullpage', /Unknown flag --no-fullpage. Did you mean --full-page\?/],
    ['--zzz', /Unknown flag --zzz. See: tintype --help/],
    ['-x', /Unknown flag -x/],
    ['-o', /-o needs a value: -o <file>; got nothing/],
    ['--output --full-page', /--output needs a value: --output <file>; got "--full-page"/],
    ['--no-output', /--no-output: --output is no switch; leave it out/],
  ];
  for (const [line, message] of cases) {
    t.throws(() => parse(line), { constructor: UsageError, message }, line);
  }
});
