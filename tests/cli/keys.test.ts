import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createSqliteStore } from '@tintype/store';
import { closeWith } from '@tintype/testkit';
import t from 'tap';
import { runCli } from './run-cli.ts';
import { expectRefusals, runHere } from './run-here.ts';

/** Runs a command on a data folder, and wants it to succeed. */
async function tintype(dataDir: string, ...args: string[]): Promise<string> {
  return said(runHere, [...args, '--data-dir', dataDir]);
}

async function said(run: typeof runHere, args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(args, { env: noService });
  if (code !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
  return stdout.toString();
}

const noService = { TINTYPE_DATA_DIR: '', TINTYPE_CONFIG: '', TINTYPE_MASTER_KEY: '' };

const json = async <Value>(dataDir: string, ...args: string[]) =>
  JSON.parse(await tintype(dataDir, ...args, '--json')) as Value;

interface Made {
  id: string;
  name: string;
  plan: string;
  accessKey: string;
  secretKey: string;
}

t.test('accounts of a store that is in use, as its service sees them', async (t) => {
  const dataDir = join(t.testdir(), 'data');
  const create = ['keys', 'create', 'Größe & Söhne', '--plan', 'pro', '--quota', '500'];
  const told = await said(runCli, [...create, '--data-dir', dataDir]);
  t.match(
    told,
    /^Account Größe & Söhne of the plan pro\.\n\nAccess key {2}[\w-]{24}\nSecret key {2}[\w-]{43}\n\nSave this now: it is not shown again\.\n/,
  );
  const [, accessKey = ''] = /Access key {2}(\S+)/.exec(told) ?? [];
  const [, secretKey = ''] = /Secret key {2}(\S+)/.exec(told) ?? [];

  const service = closeWith(t, createSqliteStore({ dataDir, now: Date.now }));
  const account = await service.accounts.findByAccessKey(accessKey);
  t.match(account, { name: 'Größe & Söhne', plan: 'pro', quotaPerMonth: 500, status: 'active' });
  const id = account?.id ?? '';
  t.equal(await service.accounts.secretKey(id), secretKey);
  await service.usage.settle((await service.usage.reserve(id, 500)) ?? '');

  const list = await tintype(dataDir, 'keys', 'list');
  t.match(list, /^NAME +PLAN +STATUS .*\nGröße & Söhne +pro +active +no +300 +1 of 500 /);
  t.notMatch(list, accessKey);
  t.match(await json(dataDir, 'keys', 'list'), [{ id, usedThisMonth: 1, quotaPerMonth: 500 }]);

  const rotated = await json<Made>(dataDir, 'keys', 'rotate', id, '--only', 'access');
  t.notOk('secretKey' in rotated);
  t.equal(await service.accounts.findByAccessKey(accessKey), undefined, 'at once');
  t.equal((await service.accounts.findByAccessKey(rotated.accessKey))?.id, id);
  t.equal(await service.accounts.secretKey(id), secretKey);

  const overlap = ['--only', 'access', '--overlap', '24h'];
  const both = await tintype(dataDir, 'keys', 'rotate', id, ...overlap);
  t.match(both, /The old keys are valid until 20\d\d-/);
  const [, next = ''] = /Access key {2}(\S+)/.exec(both) ?? [];
  for (const key of [rotated.accessKey, next]) {
    t.equal((await service.accounts.findByAccessKey(key))?.id, id, 'the old and the new one');
  }

  await tintype(dataDir, 'keys', 'set', 'Größe & Söhne', '--name', 'groesse', '--plan', 'scale');
  const set = ['--status', 'unpaid', '--signature-required', '--rate', '5', '--quota', 'plan'];
  await tintype(dataDir, 'keys', 'set', 'groesse', ...set);
  const changed = await service.accounts.get(id);
  t.match(changed, {
    name: 'groesse',
    plan: 'scale',
    status: 'unpaid',
    signatureRequired: true,
    ratePerMinute: 5,
  });
  t.notOk(changed && 'quotaPerMonth' in changed);
  await tintype(dataDir, 'keys', 'set', 'groesse', '--no-signature-required', '--status', 'active');
  t.match(await service.accounts.get(id), { status: 'active', signatureRequired: false });

  const revoked = await tintype(dataDir, 'keys', 'revoke', 'groesse');
  t.match(revoked, /^groesse \(.*\) is revoked: its keys are deleted/);
  t.equal(await service.accounts.findByAccessKey(rotated.accessKey), undefined);
});

t.test('wrong use', async (t) => {
  const folder = t.testdir({ file: '' });
  const dataDir = join(folder, 'data');
  await tintype(dataDir, 'keys', 'create', 'acme');
  const { id } = await json<Made>(dataDir, 'keys', 'create', 'gone');
  await tintype(dataDir, 'keys', 'revoke', 'gone');
  await expectRefusals(
    t,
    {
      keys: /Say tintype keys create, list, rotate, set, publish, unpublish, revoke or\s+rotate-master; got nothing\./,
      'keys creat x': /got "creat"\. Did you mean create\?/,
      'keys create': /Name the account: tintype keys create <name>/,
      'keys create a b': /Name the account: tintype keys create <name>/,
      'keys create acme': /name: there is an account called acme already\.$/,
      'keys create x --plan big': /--plan must be one of free, pro, scale; got "big"/,
      'keys create x --rate 0': /--rate must be an integer from 1 to 1000000, or "plan"; got 0/,
      'keys create x --quota 1e3': /--quota must be an integer from 0 .*; got\s+"1e3"/,
      'keys create x --only access': /--only has no effect on tintype keys create/,
      [`keys create ${'x'.repeat(101)}`]: /name must be 1 to 100 characters on one line/,
      'keys list x': /tintype keys list takes no name/,
      'keys rotate nobody': /Account "nobody" not found\. See: tintype keys list/,
      'keys rotate acme --only both': /--only must be one of access, secret; got "both"/,
      'keys rotate acme --overlap 31d':
        /--overlap must be a time of at most 30d such as 30m, 24h or 7d; got\s+"31d"\./,
      [`keys rotate ${id}`]: /gone is revoked, which is final/,
      [`keys set ${id} --plan free`]: /gone is revoked, which is final/,
      [`keys revoke ${id}`]: /gone is revoked, which is final/,
      'keys set acme': /Name what to set: --name, --plan/,
      'keys set acme --status revoked': /--status must be one of active, unpaid/,
      'keys set acme --stats unpaid': /Unknown flag --stats\. Did you mean --status/,
      backup: /Name the file of the copy: tintype backup <file>/,
      [`backup ${folder}`]: /is a folder; name a file in it\.$/,
      [`backup ${join(dataDir, 'tintype.db')}`]: /is the database itself\.$/,
    },
    {
      env: { ...noService, TINTYPE_DATA_DIR: dataDir },
    },
  );
});

t.test('folders without a store are left alone', async (t) => {
  const folder = t.testdir({ empty: {}, file: '' });
  for (const args of [
    ['keys', 'list'],
    ['keys', 'revoke', 'x'],
    ['backup', join(folder, 'x.db')],
  ]) {
    const dataDir = join(folder, 'empty');
    const { code, stderr } = await runHere(args, {
      env: { ...noService, TINTYPE_DATA_DIR: dataDir },
    });
    t.equal(code, 2);
    t.match(stderr, /There is no data of a service in .*empty\. Name its folder with --data-dir/);
    t.same(readdirSync(dataDir), []);
  }
  const { code, stderr } = await runHere(
    ['keys', 'create', 'x', '--data-dir', join(folder, 'file')],
    { env: noService },
  );
  t.equal(code, 1);
  t.match(stderr, /^tintype: The data folder .*file failed: a file is in the way\.\n$/);
});

t.test('the master key and the plans of the service', async (t) => {
  const folder = t.testdir({});
  const masterKey = join(folder, 'master.txt');
  writeFileSync(masterKey, `${'5a'.repeat(32)}\n`);
  const config = join(folder, 'tintype.json');
  const plans = { pro: { ratePerMinute: 77, quotaPerMonth: 88 } };
  writeFileSync(config, JSON.stringify({ data_dir: 'from-file', plans }));
  const env = { ...noService, TINTYPE_MASTER_KEY_FILE: masterKey, TINTYPE_CONFIG: config };
  const made = await runHere(['keys', 'create', 'acme', '--plan', 'pro'], { env });
  t.equal(made.code, 0, made.stderr);
  const dataDir = join(folder, 'from-file');
  t.ok(existsSync(join(dataDir, 'tintype.db')));
  t.notOk(existsSync(join(dataDir, 'master.key')));
  t.match((await runHere(['keys', 'list'], { env })).stdout.toString(), / 77 +0 of 88 /);
  const wrong = await runHere(['keys', 'list', '--data-dir', dataDir], { env: noService });
  t.equal(wrong.code, 1);
  t.match(
    wrong.stderr,
    /^tintype: .*master\.key is missing\. .*pass the master key as an option\.\n$/,
  );
});

t.test('a backup is a data folder together with its master key', async (t) => {
  const folder = t.testdir({});
  const dataDir = join(folder, 'data');
  const { accessKey, secretKey, id } = await json<Made>(dataDir, 'keys', 'create', 'acme');
  closeWith(t, createSqliteStore({ dataDir, now: Date.now }));
  const { code, stderr } = await runHere(['backup', 'new/folder/copy.db', '--data-dir', dataDir], {
    cwd: folder,
    env: noService,
  });
  t.equal(code, 0);
  t.match(stderr, /copy\.db {2}\d+ KB\n$/);
  t.equal(statSync(join(folder, 'new/folder/copy.db')).mode & 0o777, 0o600);
  const restored = join(folder, 'restored');
  mkdirSync(restored);
  copyFileSync(join(folder, 'new/folder/copy.db'), join(restored, 'tintype.db'));
  copyFileSync(join(dataDir, 'master.key'), join(restored, 'master.key'));
  t.match(await json(restored, 'keys', 'list'), [{ id, name: 'acme' }]);
  const copy = closeWith(t, createSqliteStore({ dataDir: restored, now: Date.now }));
  t.equal((await copy.accounts.findByAccessKey(accessKey))?.id, id);
  t.equal(await copy.accounts.secretKey(id), secretKey);
  const quiet = await runHere(['backup', 'copy.db', '-q', '--quiet', '--data-dir', dataDir], {
    cwd: folder,
    env: noService,
  });
  t.match(quiet.stderr, /^tintype: Unknown flag -q/);
});

t.test('a new master key, while the data is unused', async (t) => {
  const dataDir = join(t.testdir(), 'data');
  const { secretKey, id } = await json<Made>(dataDir, 'keys', 'create', 'acme');
  const path = join(dataDir, 'master.key');
  const before = readFileSync(path, 'utf8');
  const service = createSqliteStore({ dataDir, now: Date.now });
  const args = ['keys', 'rotate-master', '--data-dir', dataDir];
  const refused = await runHere(args, { env: noService });
  t.equal(refused.code, 2);
  t.match(refused.stderr, /The service runs, or another command works on its data\. Stop it/);
  await service.close();
  const said = await tintype(dataDir, 'keys', 'rotate-master');
  t.match(
    said,
    /^\d+ values are encrypted under the new master key\.\nThe new key is in .+master\.key\./,
  );
  t.not(readFileSync(path, 'utf8'), before);
  const again = closeWith(t, createSqliteStore({ dataDir, now: Date.now }));
  t.equal(await again.accounts.secretKey(id), secretKey);
  t.equal((await runHere([...args, 'acme'], { env: noService })).code, 2);
});
