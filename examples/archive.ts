// Saves a page with all its responses as a web archive, and lists the files in it.
import { createRenderer } from 'tintype';

const html = `<!doctype html><title>A page of our own</title><link rel="stylesheet" href="style.css">
  <h1>Archived</h1><script>fetch('data.json').then((answer) => answer.json())</script>`;
const assets = { 'style.css': 'h1 { color: teal }', 'data.json': '{"answer": 42}' };

const renderer = createRenderer();
const request: { kind: 'archive'; html: string; wait_until: ['networkidle0'] } = {
  kind: 'archive',
  html,
  wait_until: ['networkidle0'],
};
const har = await renderer.render({ ...request, format: 'har' }, { assets });
const { log } = JSON.parse(Buffer.from(har.body).toString()) as {
  log: { entries: { request: { url: string }; response: { content: { text: string } } }[] };
};
for (const { request, response } of log.entries) {
  console.log(new URL(request.url).pathname, response.content.text.length);
}
const wacz = await renderer.render({ ...request, format: 'wacz' }, { assets });
console.log(wacz.mediaType);
await renderer.stop();
