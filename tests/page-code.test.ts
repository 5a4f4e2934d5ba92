import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import t from 'tap';

// What holds for code that runs in pages: modules in folders called `in-page`, sent as the texts of
// the package's page-code.ts.

const root = join(import.meta.dirname, '..');
const modules = globSync('packages/*/src/**/in-page/*.ts', { cwd: root }).filter(
  (file) => !file.endsWith('.test.ts'),
);

t.test('each module is sent, and uses nothing but others of its kind', async (t) => {
  t.ok(modules.length > 20, 'they are found');
  for (const file of modules) {
    const text = readFileSync(join(root, file), 'utf8');
    const [home] = file.split('/src/');
    const { pageCode } = (await import(join(root, `${home}/src/page-code.ts`))) as {
      pageCode: object;
    };
    for (const [, names = '', path = ''] of text.matchAll(/^import \{([^}]*)\} from '([^']+)'/gm)) {
      const target = relative(root, join(root, dirname(file), path));
      t.ok(path === '@tintype/core/in-page' || target.includes('/in-page/'), `${file}: ${path}`);
      for (const name of names.split(',').map((each) => each.trim())) {
        if (name === '' || name.startsWith('type ')) continue;
        t.ok(Object.hasOwn(pageCode, name), `${file} uses ${name}: it is not there in a page`);
      }
    }
    t.notMatch(
      text,
      /^(?:async function|function|const|let|class)\b/m,
      `${file}: what is not exported is not sent`,
    );
    for (const [, name = ''] of text.matchAll(/^export (?:async )?(?:function|const) ([\w$]+)/gm)) {
      t.ok(Object.hasOwn(pageCode, name), `${home}/src/page-code.ts sends ${name} of ${file}`);
    }
  }
});
