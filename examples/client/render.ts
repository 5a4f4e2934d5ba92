// Requests an image from a running service, signs a link, and handles an error.
// TINTYPE_URL, TINTYPE_ACCESS_KEY and TINTYPE_SECRET_KEY identify the service and the account.
import { writeFile } from 'node:fs/promises';
import { createClient, TintypeError } from '@tintype/client';

const { TINTYPE_URL = '', TINTYPE_ACCESS_KEY = '', TINTYPE_SECRET_KEY = '' } = process.env;
const client = createClient({
  baseUrl: TINTYPE_URL,
  accessKey: TINTYPE_ACCESS_KEY,
  secretKey: TINTYPE_SECRET_KEY,
});

const html = '<body style="margin: 0; background: teal"><h1>From afar</h1>';
const { body, timings, rateLimit } = await client.screenshot({ html, format: 'png' });
await writeFile('image.png', body);
console.log(`image.png: ${body.length > 0}, stages: ${timings.length > 0}`);
console.log(`requests left in this minute: ${rateLimit?.remaining}`);

const link = client.signedUrl('screenshot', { html, viewport_width: 640, viewport_height: 360 });
const answer = await fetch(link);
console.log(`link: ${answer.status} ${answer.headers.get('content-type')}`);

try {
  await client.screenshot({ html, image_quality: 200 });
} catch (error) {
  if (!(error instanceof TintypeError)) throw error;
  console.log(error.code, '-', error.message);
}
