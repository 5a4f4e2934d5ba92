import { registerHooks } from 'node:module';

// Runs several test files in one process: for `run-files.ts`, which tells them apart by the
// comments.

// tap follows every promise, to tell the test that an escaped error belongs to. That takes a
// twentieth of the time, and is not needed here: what escapes ends the process, and then each file
// runs alone, with tap as it is.
const hooks = registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'async-hook-domain'
      ? next(new URL('no-domain.ts', import.meta.url).href, context)
      : next(specifier, context),
});
const { default: t } = await import('tap');
hooks.deregister();
/** No code of tap's own, which it exits with where each failure is some test's. */
const ESCAPED = 70;
process.on('uncaughtExceptionMonitor', (error) => {
  console.error(error);
  process.on('exit', () => void (process.exitCode = ESCAPED));
  process.exit();
});

const loaded = Promise.withResolvers<void>();
// Without it, tap would be through with one file before the next one is there.
t.test('loading', () => loaded.promise);
// Not as arguments: tap names folders after those, and one is enough to tell this process from
// others.
for (const path of JSON.parse(process.env['TEST_FILES'] ?? '[]') as string[]) {
  t.comment(`File: ${path}`);
  await import(`${process.cwd()}/${path}`);
}
loaded.resolve();
