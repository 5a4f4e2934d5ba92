import { makeFolder } from '@tintype/testkit';
import t, { type Test } from 'tap';
import { groupFiles } from './group-files.ts';
import { createDurations } from './durations.ts';

const shares = "import t from 'tap';\nt.test('renders', async (t) => {\n  t.ok(1);\n});\n";
const alone = "import t from 'tap';\nt.setTimeout(9);\n";

/** Groups of files, given their sources and how long they take. */
async function groupsOf(t: Test, files: Record<string, { seconds: number; source?: string }>) {
  const names = Object.keys(files);
  const durations = Object.fromEntries(
    names.map((name) => [`tests/${name}`, [files[name]!.seconds]]),
  );
  const root = makeFolder(t, {
    'durations.json': JSON.stringify(durations),
    ...Object.fromEntries(names.map((name) => [`tests/${name}`, files[name]!.source ?? shares])),
  });
  const shipped = `${root}/durations.json`;
  const known = await createDurations({ own: `${root}/own.json`, shipped });
  return groupFiles(
    root,
    names.map((name) => `tests/${name}`),
    known,
  );
}

t.test('files share a process up to a minute, the longest in different ones', async (t) => {
  const groups = await groupsOf(t, {
    a: { seconds: 40 },
    b: { seconds: 35 },
    c: { seconds: 10 },
    d: { seconds: 15 },
  });
  t.same(groups, [
    ['tests/a', 'tests/d'],
    ['tests/b', 'tests/c'],
  ]);
});

t.test('what takes longer, or says so, stays alone', async (t) => {
  const groups = await groupsOf(t, {
    a: { seconds: 1 },
    b: { seconds: 90 },
    c: { seconds: 1, source: alone },
    d: { seconds: 1 },
  });
  t.same(groups, [['tests/b'], ['tests/a', 'tests/d'], ['tests/c']]);
});

t.test('no more than ten', async (t) => {
  const files = Array.from({ length: 21 }, (_, index) => [`f${index}`, { seconds: 1 }] as const);
  const groups = await groupsOf(t, Object.fromEntries(files));
  t.same(
    groups.map((group) => group.length),
    [7, 7, 7],
  );
});

t.test('those of Postgres are together, where one server is for all of them', async (t) => {
  const groups = await groupsOf(t, {
    a: { seconds: 40 },
    'postgres/one': { seconds: 20 },
    b: { seconds: 10 },
    'postgres/two': { seconds: 5 },
  });
  t.same(groups, [
    ['tests/a', 'tests/b'],
    ['tests/postgres/one', 'tests/postgres/two'],
  ]);
});
