// Shown for less elsewhere: tests/postgres/roles.test.ts shows the roles, and tests/s3/outage.test.ts a service without its S3.
import { createFixtureServer, until } from '@tintype/testkit';
import t from 'tap';
import { createFaultyNetwork } from '../s3/faulty-network.ts';
import { s3For } from '../s3/s3-server.ts';
import { makeDataDir, runService } from '../serve/run-service.ts';
import { newDatabase, postgresFor } from './database.ts';
import { makeAccount } from './make-account.ts';

const server = await postgresFor(t);

interface PublicDetails {
  id: string;
  status: string;
  file?: string;
}

if (server !== undefined) {
  t.test('an api and a worker while S3 takes nothing, and while it is away', async (t) => {
    const pages = await createFixtureServer(t);
    const page = pages.page('/page', '<!doctype html><title>a page</title><h1>hello</h1>');
    const { options } = await s3For(t);
    const network = await createFaultyNetwork(t, options.endpoint);
    const place = await newDatabase(server);
    const dataDir = makeDataDir(t);
    const key = await makeAccount(place, dataDir, { name: 'acme', quotaPerMonth: 30 });
    const start = (role: string) =>
      runService(t, {
        args: ['--store', place, '--role', role, '--egress-allow', '127.0.0.1'],
        dataDir,
        env: {
          TINTYPE_FILES: 's3://shots/place',
          TINTYPE_S3_ENDPOINT: network.endpoint,
          AWS_ACCESS_KEY_ID: 'S3RVER',
          AWS_SECRET_ACCESS_KEY: 'S3RVER',
        },
      });
    const [api, worker] = await Promise.all([start('api'), start('worker,scheduler,webhooks')]);
    const headers = { 'content-type': 'application/json', 'x-access-key': key };
    const post = (more: object = {}) =>
      fetch(`${api.address}/v1/screenshot`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ url: page, viewport_width: 200, viewport_height: 100, ...more }),
      });
    const queue = async () => {
      const answer = await post({ async: true });
      t.equal(answer.status, 202);
      return ((await answer.json()) as PublicDetails).id;
    };
    const told = async (id: string) =>
      (await (
        await fetch(`${api.address}/v1/requests/${id}`, { headers })
      ).json()) as PublicDetails;
    const used = async () => {
      const usage = await fetch(`${api.address}/v1/usage`, { headers });
      return ((await usage.json()) as { hits: { used: number } }).hits.used;
    };
    const refused = async (message: RegExp) => {
      const answer = await post();
      t.equal(answer.status, 503);
      t.match(await answer.json(), { statusCode: 503, code: 'storage_failed', message });
      t.equal(await used(), 0, 'it costs nothing');
    };

    // It can be reached, so the render is made, and its result has nowhere to go.
    network.decide(({ method }) => (method === 'PUT' ? { status: 500 } : 'pass'));
    await refused(/could not be put into the files that workers and apis share/);
    const held = await queue();
    await until(() => worker.stdout.includes(`The result of request ${held} cannot be kept now`));
    t.match(await told(held), { status: 'processing' });

    network.decide(() => 'reset');
    const ready = () => fetch(`${api.address}/ready`);
    await until(async () => (await ready()).status !== 200);
    t.match(await (await ready()).json(), { message: /The storage of the service for files/ });
    await refused(/The storage of the service for files failed: it cannot be reached/);
    const queued = await queue();

    network.decide(() => 'pass');
    for (const id of [held, queued]) {
      const url = await until(async () => {
        const request = await told(id);
        if (request.status === 'failed') throw new Error('It failed.');
        return request.file;
      });
      const file = await fetch(url);
      t.ok((await file.arrayBuffer()).byteLength > 100);
    }
    t.equal(pages.requests('/page').length, 3, 'what was held was rendered once');
    await until(async () => (await ready()).status === 200);
    t.equal((await post()).status, 200);
    t.equal(await used(), 3);
  });
}
