import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';

const script = join(import.meta.dirname, '../scripts/api-report.ts');

t.test('the API reference in docs is up to date; npm run docs:api writes it', async (t) => {
  const result = await promisify(execFile)(process.execPath, [
    '--conditions=@tintype/source',
    script,
    '--check',
  ]).then(
    () => '',
    ({ stderr }: { stderr: string }) => stderr,
  );
  t.equal(result, '');
});
