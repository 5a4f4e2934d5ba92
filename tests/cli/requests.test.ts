import { join } from 'node:path';
import { RenderError } from '@tintype/contract';
import { createSqliteStore } from '@tintype/store';
import { closeWith } from '@tintype/testkit';
import t from 'tap';
import { v7 as uuid } from 'uuid';
import { expectRefusals, runHere } from './run-here.ts';

const env = { TINTYPE_DATA_DIR: '', TINTYPE_CONFIG: '', TINTYPE_MASTER_KEY: '' };

async function said(dataDir: string, ...args: string[]) {
  const { code, stdout, stderr } = await runHere([...args, '--data-dir', dataDir], { env });
  return { code, stdout: stdout.toString(), stderr };
}

t.test('what a service was asked for', async (t) => {
  const dataDir = join(t.testdir({}), 'data');
  const store = closeWith(t, createSqliteStore({ dataDir, now: Date.now }));
  const { account } = await store.accounts.create({ name: 'acme', plan: 'scale' });
  const request = (url: string, kind: 'pdf' | 'scrape') => ({
    id: uuid(),
    accountId: account.id,
    kind,
    parameters: { url },
    baseUrl: 'https://shots.example',
  });
  const waiting = request('https://u:p4ss@fine.example/path?t0ken=1', 'pdf');
  await store.requests.enqueue(waiting, undefined);
  const failed = request('https://dead.example/', 'scrape');
  const error = new RenderError('dns_failed').toBody();
  await store.requests.recordFinished(failed, { error });

  const { stdout: list } = await said(dataDir, 'requests', 'list');
  t.match(list, /^ID +STATUS +API +CREATED/);
  t.match(list, /queued +pdf .*https:\/\/fine\.example\/path/);
  t.match(list, /failed +scrape .*https:\/\/dead\.example\/ +422 /);
  t.notMatch(list, /p4ss|t0ken/);
  const listed = async (...flags: string[]) => {
    const { stdout } = await said(dataDir, 'requests', 'list', '--json', ...flags);
    return (JSON.parse(stdout) as { id: string }[]).map(({ id }) => id);
  };
  t.same(await listed('--status', 'failed'), [failed.id]);
  t.same(await listed('--api', 'pdf'), [waiting.id]);
  t.same(await listed('--task', '7'), []);
  t.same(await listed('--limit', '1'), [failed.id]);
  const { stdout: shown } = await said(dataDir, 'requests', 'show', failed.id);
  t.match(shown, /status +failed/);
  t.match(shown, /"code":"dns_failed"/);

  await expectRefusals(
    t,
    {
      'requests show': /Name the request: tintype requests show <id>/,
      'requests show nobody': /Request "nobody" not found\. See: tintype requests list/,
      'requests list --status done':
        /--status must be one of queued, processing, succeeded, failed;/,
      'requests list --task x': /--task must be the id of a task; got "x"/,
    },
    {
      env: { ...env, TINTYPE_DATA_DIR: dataDir },
    },
  );
});
