import t from 'tap';

// Runs several test files in one process: for `run-files.ts`, which tells them apart by the comments.

const loaded = Promise.withResolvers<void>();
// Without it, tap would be through with one file before the next one is there.
t.test('loading', () => loaded.promise);
// Not as arguments: tap names folders after those, and one is enough to tell this process from others.
for (const path of JSON.parse(process.env['TEST_FILES'] ?? '[]') as string[]) {
  t.comment(`File: ${path}`);
  await import(`${process.cwd()}/${path}`);
}
loaded.resolve();
