import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { compileList, openList } from './filter-list.ts';
import { servesAny } from './known-lists.ts';
import { loadLists } from './load-lists.ts';

const compile = (...rules: string[]) => compileList(rules.join('\n'));

t.test('only rules without conditions are about whole hosts', async (t) => {
  const cases: [rules: string[], hosts: string[], hasPathRules: boolean][] = [
    [['||a.example^'], ['a.example'], false],
    [['||a.example^$third-party'], ['a.example'], false],
    [['||a.example^', '@@||b.example^'], ['a.example'], false],
    [['||a.example^', '@@||a.example^*/ok.js'], [], true],
    [['||a.example^', '@@||www.a.example^'], [], true],
    [['||a.example^$script'], [], true],
    [['||a.example^$domain=b.example'], [], true],
    [['||a.example^$~third-party'], [], true],
    [['||a.example/ads/'], [], true],
    [['/banner.gif'], [], true],
    [['! a comment', '##.ad', 'b.example##.ad'], [], false],
  ];
  for (const [rules, hosts, hasPathRules] of cases) {
    t.match(compile(...rules), { hosts, hasPathRules }, rules.join(' '));
    t.equal(compile(...rules).hosts.length, hosts.length);
  }
});

t.test('a list answers for hosts, requests and elements', async (t) => {
  const list = openList(
    'own',
    compile('||a.example^', '||b.example/x/$script', '##.ad', 'c.example###own'),
  );
  t.ok(list.hasHost('a.example') && list.hasHost('www.a.example'));
  t.notOk(list.hasHost('nota.example') || list.hasHost('b.example'));
  const pageUrl = 'https://c.example/';
  const long = `https://b.example/x/${'a'.repeat(2_000_000)}`;
  t.ok(list.blocks({ url: long, type: 'Script', pageUrl }));
  t.ok(list.blocks({ url: 'https://b.example/x/1', type: 'Script', pageUrl }));
  t.notOk(list.blocks({ url: 'https://b.example/x/1', type: 'Image', pageUrl }));
  const marks = { ids: ['own'], classes: ['ad'] };
  t.match(list.stylesFor(pageUrl, marks), /(?=[^]*\.ad)(?=[^]*#own)/);
  t.notMatch(list.stylesFor('https://d.example/', marks), /#own/);
});

t.test('compiles lists again when they or their source are spoilt', async (t) => {
  const dir = t.testdir({ 'own.txt': '||a.example^\n' });
  const locations = { paths: [dir], cacheDir: join(dir, 'cache') };
  const hasHost = async (host: string) => (await loadLists(locations)).lists[0]?.hasHost(host);
  t.ok(await hasHost('a.example'));
  const [cached = ''] = await readdir(locations.cacheDir);
  t.ok(await hasHost('a.example'), 'from the cache');
  await writeFile(join(locations.cacheDir, cached), 'spoilt');
  t.ok(await hasHost('a.example'));
  await writeFile(join(dir, 'own.txt'), '||b.example^\n');
  t.ok(await hasHost('b.example'));
  t.notOk(await hasHost('a.example'));
});

t.test('reports a source that cannot be read', async (t) => {
  const { lists, warnings } = await loadLists({ paths: ['/nowhere/at/all'] });
  t.same(lists, []);
  t.match(warnings, [/nothing can be read at .*nowhere/]);
});

t.test('known lists serve what they are for, others everything', async (t) => {
  t.ok(servesAny('easylist', new Set(['ads'])));
  t.notOk(servesAny('easylist', new Set(['tracking'])));
  t.ok(servesAny('easyprivacy', new Set(['tracking'])));
  t.ok(servesAny('own', new Set(['tracking'])));
});

t.test('an address of megabytes is matched by its start', async (t) => {
  const list = openList('own', compile('/a+b/$script', '/x*y*z*!-$script'));
  const pageUrl = 'https://c.example/';
  for (const text of ['a'.repeat(2_000_000), 'xyz'.repeat(600_000)]) {
    t.notOk(list.blocks({ url: `https://b.example/${text}`, type: 'Script', pageUrl }));
  }
});
