// Starts an async render, waits for it and downloads it. webhook-receiver.ts receives its webhook.
import { writeFile } from 'node:fs/promises';
import { createClient } from '@tintype/client';

const { TINTYPE_URL = '', TINTYPE_ACCESS_KEY = '', WEBHOOK_URL } = process.env;
const client = createClient({ baseUrl: TINTYPE_URL, accessKey: TINTYPE_ACCESS_KEY });

const accepted = await client.requests.start('pdf', {
  html: '<h1>Done later</h1>',
  webhook_url: WEBHOOK_URL,
});
console.log(accepted.status);
const done = await client.requests.wait(accepted.id);
const { body, mediaType } = await client.requests.file(done);
await writeFile('later.pdf', body);
console.log(done.status, mediaType);
