// A program that embeds the library, for tests/giant-messages.test.ts: nothing a page says may end
// it.
import { readFileSync } from 'node:fs';
import { createRenderer, type RequestInput } from 'tintype';

const cases = JSON.parse(readFileSync(0, 'utf8')) as { name: string; request: RequestInput }[];
const renderer = createRenderer({
  egress: { allow: ['127.0.0.1'] },
  concurrency: 2,
  spares: 0,
  plugins: [
    {
      name: 'puppeteer',
      hooks: {
        async beforeNavigate(page, request) {
          if (request.delay === 0.1) await page.puppeteer();
        },
      },
    },
  ],
});

const small = { viewport_width: 200, viewport_height: 100 };
const outcome = (request: RequestInput) =>
  renderer.render({ timeout: 30, ...small, ...request }).then(
    ({ metadata }) => ({ title: metadata.title }),
    (error: { code: string; message: string }) => ({ code: error.code, message: error.message }),
  );

const plain: RequestInput = { kind: 'screenshot', html: '<title>next</title>' };
const seen: Record<string, unknown> = {};
for (const { name, request } of cases) {
  const [hostile, beside] = await Promise.all([outcome(request), outcome(plain)]);
  seen[name] = { hostile, beside };
}
await renderer.stop();
process.stdout.write(JSON.stringify(seen));
