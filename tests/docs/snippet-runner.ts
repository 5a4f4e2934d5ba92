import { pathToFileURL } from 'node:url';

/** Runs modules one after the other, as a process of its own; says which one failed. */
const [, , ...files] = process.argv;
for (const file of files) {
  try {
    await import(pathToFileURL(file).href);
  } catch (error) {
    console.error(file, error);
    process.exitCode = 1;
  }
}
process.exit();
