// freeze-strings.js FILE...: writes modules anew that export nothing but texts, with the texts themselves in the place of the code that makes
// them. What is put together from functions of this project is then the same in every bundle, whatever the bundler does to functions.
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

for (const file of process.argv.slice(2)) {
  const texts = Object.entries(await import(pathToFileURL(resolve(file)).href));
  const lines = texts.map(([name, text]) => {
    if (typeof text !== 'string') throw new TypeError(`${file}: ${name} is no text`);
    return `export const ${name} = ${JSON.stringify(text)};\n`;
  });
  await writeFile(file, lines.join(''));
}
