import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { root } from '../cli/run-cli.ts';
import { runService } from '../serve/run-service.ts';
import { sourceCondition } from '../source-condition.ts';

t.test('examples/client/monitor.ts', async (t) => {
  const service = await runService(t, { args: ['--egress-allow', '127.0.0.1'] });
  const program = join(root, 'examples', 'client', 'monitor.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [...sourceCondition, program], {
    env: { ...process.env, TINTYPE_URL: service.address, TINTYPE_ACCESS_KEY: service.accessKey },
  });
  t.match(stdout, /^calibrating, baseline, unconfirmed, changed\n@@/);
  t.match(stdout, /-The desk lamp costs 29 euros\.\n\+The desk lamp costs 24 euros\./);
});
