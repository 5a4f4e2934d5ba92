// Watches a page of its own with a running service, which may reach 127.0.0.1, and changes it.
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@tintype/client';

const { TINTYPE_URL = '', TINTYPE_ACCESS_KEY = '' } = process.env;
const client = createClient({ baseUrl: TINTYPE_URL, accessKey: TINTYPE_ACCESS_KEY });

let price = 29;
const shop = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html');
  response.end(`<title>Lamps</title><h1>Lamps</h1><p>The desk lamp costs ${price} euros.</p>`);
}).listen(0, '127.0.0.1');
const { promise: listening, resolve } = Promise.withResolvers<void>();
shop.once('listening', resolve);
await listening;
const { port } = shop.address() as { port: number };

const { id } = await client.tasks.create({
  name: 'Lamps',
  api: 'screenshot',
  query: { url: `http://127.0.0.1:${port}/`, viewport_width: 600, viewport_height: 400 },
  frequency: 'every_day',
  watch: { on: 'any' },
});

/** Runs the monitor now, and waits until it has this many checks. */
async function run(count: number): Promise<void> {
  await client.tasks.run(id);
  while ((await client.tasks.checks(id)).length < count) await delay(200);
}

await run(2);
price = 24;
await run(4);

const checks = await client.tasks.checks(id);
console.log(
  checks
    .map(({ outcome }) => outcome)
    .toReversed()
    .join(', '),
);
console.log(checks[0]?.text?.diff);

await client.tasks.remove(id);
shop.close();
