// freeze-page-code.js FILE: writes a module anew that calls createPageCode, with the texts in the place of the functions that they were made
// of. Code that runs in pages is then the same in every bundle, whatever the bundler does to functions. The compiler writes the module again
// only when its own source has changed, so that what makes the texts is kept beside it.
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const file = resolve(process.argv[2]);
const maker = file.replace(/\.js$/, '.maker.js');
const written = await readFile(file, 'utf8');
if (written.includes('createPageCode(')) await writeFile(maker, written);
const imported = /import \{[^}]*\bcreatePageCode\b[^}]*\} from '([^']+)'/;
const [, library] = imported.exec(await readFile(maker, 'utf8')) ?? [];
if (library === undefined) throw new Error(`${maker}: createPageCode is not imported.`);
const { pageCode } = await import(pathToFileURL(maker).href);
const texts = Object.fromEntries(Object.values(pageCode).map(({ name, own }) => [name, own]));
await writeFile(
  file,
  `import { assemblePageCode } from '${library}';\nexport const pageCode = assemblePageCode(${JSON.stringify(texts, undefined, 1)});\n`,
);
