import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { freePort, unlessInstalled } from '@tintype/testkit';
import t from 'tap';
import { program, root } from '../cli/run-cli.ts';
import { readBlocks } from '../docs/read-blocks.ts';
import { runService } from '../serve/run-service.ts';

const skip =
  (['python3', 'curl'] as const).map((name) => unlessInstalled(name)).find(Boolean) ?? false;

t.test('the commands of docs/monitors.md, one after the other', { skip }, async (t) => {
  const service = await runService(t, { args: ['--egress-allow', '127.0.0.1'] });
  const blocks = (await readBlocks(root)).filter(
    ({ file, language }) => file === 'docs/monitors.md' && language === 'sh',
  );
  const port = String(await freePort());
  const site = `http://127.0.0.1:${port}/`;
  const replaced: [string, string][] = [
    ['http://127.0.0.1:3000', service.address],
    ['8000', port],
    // As long as it takes, instead of what is long enough for everybody.
    ['curl -s ', 'curl --fail-with-body -sS '],
    ['sleep 10', 'settle'],
  ];
  const code = blocks.map((block) => block.code).join('\n');
  const script = replaced
    .reduce((text, [from, to]) => text.replaceAll(from, to), code)
    .replace(
      /^tintype serve.*$/m,
      `trap "kill $!" EXIT\nuntil curl -sf ${site} > page; do sleep 0.1; done`,
    );
  const checks = `${service.address}/v1/tasks/$ID/checks`;
  const before = `
    tintype() { "${process.execPath}" "${program}" "$@"; }
    count=0
    settle() {
      count=$((count + 2))
      until [ "$(curl -sS ${checks} -H "X-Access-Key: $KEY" | grep -o '"outcome"' | wc -l)" -ge $count ]
      do sleep 0.2; done
    }`;
  const { stdout } = await promisify(execFile)('sh', ['-ec', `${before}\n${script}`], {
    cwd: t.testdir({}),
    env: { ...process.env, KEY: service.accessKey, TINTYPE_DATA_DIR: service.dataDir },
  });
  t.match(stdout, /"status":"watching","baseline":/);
  t.match(stdout, /"outcome":"changed".*-The desk lamp costs \*\*29\*\* euros/);
  t.match(stdout, /"outcome":"unconfirmed"/);
  t.match(stdout, /\{"text":"\^Visitors: /, 'noise by hand');
  t.match(stdout, /"variants":\[\{"request":/);
  t.match(stdout, /^\S+ +changed +\d+\.\d\d %/m, 'the command line');
  t.match(stdout, /^Accepted as variant\.$/m);
});
