import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import t from 'tap';

// Rules for code that runs in pages: modules in folders called `in-page`, sent as the texts of the
// `page-code.ts` files of the package.

const root = join(import.meta.dirname, '..');
const modules = globSync('packages/*/src/**/in-page/*.ts', { cwd: root }).filter(
  (file) => !file.endsWith('.test.ts'),
);

const known = new Map<string, object[]>();

async function listsOf(home: string): Promise<object[]> {
  const lists = known.get(home) ?? [];
  if (known.has(home)) return lists;
  known.set(home, lists);
  for (const file of globSync(`${home}/src/**/page-code.ts`, { cwd: root })) {
    const { pageCode } = (await import(join(root, file))) as { pageCode: object };
    lists.push(pageCode);
  }
  return lists;
}

t.test('each in-page module is sent, and uses only in-page modules', async (t) => {
  t.ok(modules.length > 20, 'in-page modules were found');
  for (const file of modules) {
    const text = readFileSync(join(root, file), 'utf8');
    const [home = ''] = file.split('/src/');
    const lists = await listsOf(home);
    const exported = [...text.matchAll(/^export (?:async )?(?:function|const) ([\w$]+)/gm)].map(
      ([, name = '']) => name,
    );
    const sending = lists.filter((list) => exported.some((name) => Object.hasOwn(list, name)));
    t.ok(exported.length === 0 || sending.length > 0, `a page-code.ts of ${home} sends ${file}`);
    for (const [, names = '', path = ''] of text.matchAll(/^import \{([^}]*)\} from '([^']+)'/gm)) {
      const target = relative(root, join(root, dirname(file), path));
      t.ok(path === '@tintype/core/in-page' || target.includes('/in-page/'), `${file}: ${path}`);
      for (const name of names.split(',').map((each) => each.trim())) {
        if (name === '' || name.startsWith('type ')) continue;
        const isThere = sending.every((list) => Object.hasOwn(list, name));
        t.ok(isThere, `${file} uses ${name}: each list that sends the file sends it`);
      }
    }
    t.notMatch(
      text,
      /^(?:async function|function|const|let|class)\b/m,
      `${file}: declarations that are not exported are not sent`,
    );
    for (const name of exported) {
      const isSent = sending.every((list) => Object.hasOwn(list, name));
      t.ok(isSent, `each list that sends ${file} sends ${name}`);
    }
  }
});
