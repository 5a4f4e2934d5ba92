import { pathToFileURL } from 'node:url';

/** Output of an example. */
export interface Written {
  stdout: string;
  stderr: string;
}

// Runs examples one after the other, each in a folder of its own; the output of each is printed at
// the end, as JSON. The process ends by itself, as nothing that an example leaves open may hold it.

// Examples read arguments of their own.
const given = process.env['EXAMPLES'] ?? '[]';
const told: Written[] = [];
const { stdout, stderr } = process;
const own = { stdout: stdout.write.bind(stdout), stderr: stderr.write.bind(stderr) };
for (const { file, cwd } of JSON.parse(given) as { file: string; cwd: string }[]) {
  const written: Written = { stdout: '', stderr: '' };
  told.push(written);
  for (const name of ['stdout', 'stderr'] as const)
    process[name].write = (chunk: unknown) => {
      written[name] += String(chunk);
      return true;
    };
  process.chdir(cwd);
  try {
    await import(pathToFileURL(file).href);
  } catch (error) {
    written.stderr += String((error as Error).stack);
  }
}
stdout.write = own.stdout;
stderr.write = own.stderr;
stdout.write(JSON.stringify(told));
