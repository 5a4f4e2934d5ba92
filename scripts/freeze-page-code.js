// freeze-page-code.js: replaces the call of createPageCode in each compiled `page-code.js` of a package
// with the texts that it makes. Code that runs in pages is then the same in every bundle, whatever the bundler
// does to functions. Modules that run in pages are taken as the compiler wrote them, all others as
// sources: of those an earlier build may have left parts in `dist`.
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

registerHooks({
  resolve(specifier, context, nextResolve) {
    const conditions = ['@tintype/source', ...context.conditions];
    const isOurs = specifier.startsWith('@tintype/');
    const found = nextResolve(specifier, isOurs ? { ...context, conditions } : context);
    const url = found.url.replace(/\/src\/(.*\bin-page\/[^/]+)\.ts$/, '/dist/$1.js');
    return { ...found, url };
  },
});

const imported = /import \{[^}]*\bcreatePageCode\b[^}]*\} from '([^']+)'/;

for (const name of globSync('src/**/page-code.ts')) {
  const source = resolve(name);
  const [, library] = imported.exec(await readFile(source, 'utf8')) ?? [];
  if (library === undefined) throw new Error(`${source}: createPageCode is not imported.`);
  const { pageCode } = await import(pathToFileURL(source).href);
  const [, shared] = /from '([^']*\/page-code\.ts)'/.exec(await readFile(source, 'utf8')) ?? [];
  const inherited = shared ? (await import(new URL(shared, pathToFileURL(source)))).pageCode : {};
  const functions = Object.values(pageCode).filter(({ name }) => !Object.hasOwn(inherited, name));
  const texts = Object.fromEntries(functions.map(({ name, own }) => [name, own]));
  await writeFile(
    join(resolve('dist'), relative(resolve('src'), source)).replace(/\.ts$/, '.js'),
    `import { assemblePageCode } from '${library.replace(/\.ts$/, '.js')}';
${shared ? `import { pageCode as shared } from '${shared.replace(/\.ts$/, '.js')}';\n` : ''}export const pageCode = assemblePageCode(${JSON.stringify(texts, undefined, 1)}${shared ? ', shared' : ''});
`,
  );
}
