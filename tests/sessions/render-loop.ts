import { createRenderer } from 'tintype';

/** Renders pages of a session until the process is killed: `node render-loop.ts FOLDER URL FROM`. */
const [folder = '', url = '', from = '0'] = process.argv.slice(2);
const renderer = createRenderer({
  sessions: folder,
  egress: { allow: ['127.0.0.1'] },
  concurrency: 4,
});
const loop = async (start: number) => {
  for (let n = start; ; n += 4) {
    await renderer.render({
      kind: 'screenshot',
      url: `${url}${n}`,
      session: 'killed',
      viewport_width: 200,
      viewport_height: 100,
    });
    process.stdout.write(`${n}\n`);
  }
};
await Promise.all([0, 1, 2, 3].map((lane) => loop(Number(from) + lane)));
