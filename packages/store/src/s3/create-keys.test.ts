import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import { createKeys } from './create-keys.ts';

async function serverFor(t: Test, listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.teardown(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`;
}

t.test('keys of a role are asked for once, and again before they end', async (t) => {
  const START = 1_800_000_000_000;
  let nowMs = START;
  let count = 0;
  let isAway = false;
  const tokenFile = join(t.testdir(), 'token');
  await writeFile(tokenFile, 'first\n');
  const tokens: unknown[] = [];
  const url = await serverFor(t, (request, answer) => {
    tokens.push(request.headers.authorization);
    if (isAway) return void answer.writeHead(500).end();
    answer.end(
      JSON.stringify({
        AccessKeyId: `id ${++count}`,
        SecretAccessKey: 'secret',
        Token: 'token',
        Expiration: new Date(nowMs + 3_600_000).toISOString(),
      }),
    );
  });
  const keys = createKeys({ url, tokenFile }, () => nowMs);
  const both = await Promise.all([keys(), keys()]);
  t.same(both[0], { accessKeyId: 'id 1', secretAccessKey: 'secret', sessionToken: 'token' });
  nowMs += 54 * 60_000;
  t.equal((await keys()).accessKeyId, 'id 1');
  nowMs += 60_000;
  await writeFile(tokenFile, 'second');
  isAway = true;
  t.equal((await keys()).accessKeyId, 'id 1', 'they are good for five minutes more');
  isAway = false;
  t.equal((await keys()).accessKeyId, 'id 2');
  t.same(tokens, ['first', 'second', 'second']);
  isAway = true;
  nowMs += 3_600_000;
  await t.rejects(keys(), { name: 'S3Failure', message: /keys for it cannot be got/ });
});

t.test('keys that are given stay, and an answer without keys is none', async (t) => {
  const given = { accessKeyId: 'id', secretAccessKey: 'secret' };
  t.same(await createKeys(given)(), given);
  const url = await serverFor(t, (_request, answer) => void answer.end('{"Code":"Failed"}'));
  await t.rejects(createKeys({ url })(), { name: 'S3Failure' });
});
