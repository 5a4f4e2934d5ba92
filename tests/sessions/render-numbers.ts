import { text } from 'node:stream/consumers';
import { createRenderer } from 'tintype';

/**
 * Renders one page per number of standard input, four at a time, in one session, and prints each
 * number whose page was rendered and stored: `node render-numbers.ts FOLDER PORT < numbers.json`.
 */
const [folder = '', port = ''] = process.argv.slice(2);
const numbers = JSON.parse(await text(process.stdin)) as number[];
const renderer = createRenderer({
  sessions: folder,
  egress: { allow: ['127.0.0.0/8'] },
  concurrency: 4,
});
const lane = async () => {
  for (let n = numbers.shift(); n !== undefined; n = numbers.shift()) {
    const { receipt } = await renderer.render({
      kind: 'screenshot',
      // A browser stores 180 cookies for a host.
      url: `http://127.0.0.${1 + (n % 10)}:${port}/?n=${n}`,
      session: 'thousand',
      viewport_width: 200,
      viewport_height: 100,
    });
    if (receipt.session?.unsaved) numbers.push(n);
    else process.stdout.write(`${n}\n`);
  }
};
await Promise.all([lane(), lane(), lane(), lane()]);
await renderer.stop();
