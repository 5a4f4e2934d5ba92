import { writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '@tintype/testkit/until';
import t, { type Test } from 'tap';
import { createKeys, parseS3Place } from './s3-options.ts';

t.test('places in S3', async (t) => {
  t.same(parseS3Place('s3://shots'), { bucket: 'shots', prefix: '' });
  t.same(parseS3Place('s3://shots/'), { bucket: 'shots', prefix: '' });
  t.same(parseS3Place('s3://my.shots-1/a/b_c.d/'), { bucket: 'my.shots-1', prefix: 'a/b_c.d' });
  for (const wrong of [
    '',
    'folder',
    's3:',
    's3://',
    's3://a',
    's3://Shots',
    's3://-shots',
    's3://shots//',
    's3://shots/a//b',
    's3://shots/../a',
    's3://shots/a/./b',
    's3://shots/a b',
    's3://shots/ü',
    's3://shots?x',
    's3://key:secret@shots',
    `s3://shots/${'a'.repeat(201)}`,
    'S3://shots',
  ]) {
    t.equal(parseS3Place(wrong), undefined, wrong);
  }
});

/** Pending callbacks have run by then. */
const settled = () => delay(50);

async function serverFor(t: Test, listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
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
  const idOf = async () => (await keys()).keys.accessKeyId;
  const both = await Promise.all([keys(), keys()]);
  t.same(both[0], {
    keys: { accessKeyId: 'id 1', secretAccessKey: 'secret', sessionToken: 'token' },
    endsAt: START + 3_600_000,
  });
  nowMs += 54 * 60_000;
  t.equal(await idOf(), 'id 1');
  nowMs += 60_000;
  await writeFile(tokenFile, 'second');
  isAway = true;
  t.equal(await idOf(), 'id 1', 'they are good for five minutes more');
  await until(() => tokens.length >= 2);
  await settled();
  isAway = false;
  t.equal(await idOf(), 'id 1');
  await settled();
  t.equal(tokens.length, 2, 'a source that failed is left alone for a while');
  nowMs += 30_000;
  await until(async () => (await idOf()) === 'id 2');
  t.same(tokens, ['first', 'second', 'second']);
  isAway = true;
  nowMs += 3_600_000;
  await t.rejects(keys(), { name: 'S3Failure', message: /keys for it cannot be got/ });
});

t.test('does not wait for a source without a response while credentials are valid', async (t) => {
  let nowMs = 1_800_000_000_000;
  let count = 0;
  const url = await serverFor(t, (_request, answer) => {
    // A caller that waited for the second one would wait forever.
    if (++count > 1) return;
    const Expiration = new Date(nowMs + 3_600_000).toISOString();
    answer.end(JSON.stringify({ AccessKeyId: 'id', SecretAccessKey: 's', Expiration }));
  });
  const keys = createKeys({ url }, () => nowMs);
  await keys();
  nowMs += 56 * 60_000;
  const given = keys();
  await until(() => count >= 2);
  // The request is under way, and its end of time is far.
  t.equal(await Promise.race([given.then(() => 'given'), settled().then(() => 'waits')]), 'given');
});

t.test('keys are not given behind their end', async (t) => {
  let nowMs = 1_800_000_000_000;
  let count = 0;
  const url = await serverFor(t, (_request, answer) => {
    const Expiration = new Date(nowMs + 20_000).toISOString();
    answer.end(JSON.stringify({ AccessKeyId: `id ${++count}`, SecretAccessKey: 's', Expiration }));
  });
  const keys = createKeys({ url }, () => nowMs);
  t.equal((await keys()).keys.accessKeyId, 'id 1');
  nowMs += 19_999;
  t.equal((await keys()).keys.accessKeyId, 'id 1');
  nowMs += 1;
  t.equal((await keys()).keys.accessKeyId, 'id 2');
});

t.test('the token of a service account is exchanged for keys of its role', async (t) => {
  const tokenFile = join(t.testdir(), 'token');
  await writeFile(tokenFile, 'a.web.token\n');
  const asked: string[] = [];
  let answers = true;
  const endpoint = await serverFor(t, (request, answer) => {
    void text(request).then((body) => {
      asked.push(`${request.method} ${body}`);
      if (!answers) return answer.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
      return answer.end(`<AssumeRoleWithWebIdentityResponse><AssumeRoleWithWebIdentityResult>
        <AssumedRoleUser><Arn>arn</Arn></AssumedRoleUser><Credentials><AccessKeyId>id</AccessKeyId>
        <SecretAccessKey>se&amp;cret</SecretAccessKey><SessionToken>token</SessionToken>
        <Expiration>2099-01-01T00:00:00Z</Expiration></Credentials>
        </AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`);
    });
  });
  const role = { roleArn: 'arn:aws:iam::1:role/x', tokenFile, endpoint };
  const keys = createKeys(role);
  t.same((await keys()).keys, {
    accessKeyId: 'id',
    secretAccessKey: 'se&cret',
    sessionToken: 'token',
  });
  await keys();
  t.equal(asked.length, 1);
  t.match(
    asked[0],
    /^POST Action=AssumeRoleWithWebIdentity&.*RoleArn=arn%3Aaws.*&WebIdentityToken=a\.web\.token$/,
  );
  answers = false;
  await t.rejects(createKeys(role)(), { name: 'S3Failure' });
});

t.test('keys that are given stay, and an answer without keys is none', async (t) => {
  const given = { accessKeyId: 'id', secretAccessKey: 'secret' };
  t.same(await createKeys(given)(), { keys: given });
  const url = await serverFor(t, (_request, answer) => void answer.end('{"Code":"Failed"}'));
  await t.rejects(createKeys({ url })(), { name: 'S3Failure' });
});
