// Requests an image, a PDF and the text of one load of a page from a running service.
import { writeFile } from 'node:fs/promises';
import { createClient } from '@tintype/client';

const { TINTYPE_URL = '', TINTYPE_ACCESS_KEY = '' } = process.env;
const client = createClient({ baseUrl: TINTYPE_URL, accessKey: TINTYPE_ACCESS_KEY });

const { hits: before } = await client.usage();
const { outputs } = await client.captures({
  html: '<title>Once</title><h1>Loaded once</h1>',
  outputs: [
    { kind: 'screenshot', format: 'webp' },
    { kind: 'pdf', pdf_paper_format: 'a5', name: 'paper.pdf' },
    { kind: 'scrape', format: 'md' },
  ],
});
for (const output of outputs) {
  if (output.error) {
    console.log(output.name, output.error.message);
    continue;
  }
  const { body } = await client.requests.file(output);
  await writeFile(output.name, body);
  console.log(output.name, output.media_type);
}
const { hits } = await client.usage();
console.log(`${hits.used - before.used} render counted`);
