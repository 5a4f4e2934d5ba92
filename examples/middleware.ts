// Middleware: equal requests are rendered once.
import { mkdir, writeFile } from 'node:fs/promises';
import { createRenderer, type Middleware, type RenderResult } from 'tintype';

function remember(): Middleware {
  const results = new Map<string, Promise<RenderResult>>();
  return (request, context, next) => {
    const key = JSON.stringify(request);
    const known = results.get(key);
    console.log(known === undefined ? 'rendered' : 'remembered');
    const result = known ?? next(request, context);
    results.set(key, result);
    result.catch(() => results.delete(key));
    return result;
  };
}

const renderer = createRenderer({ use: [remember()] });
const request = { kind: 'screenshot', html: '<h1>Once</h1>', format: 'png' } as const;
const first = await renderer.render(request);
const second = await renderer.render(request);
await renderer.stop();

console.log('the same bytes:', Buffer.compare(first.body, second.body) === 0);
await mkdir('out', { recursive: true });
await writeFile('out/middleware.png', second.body);
