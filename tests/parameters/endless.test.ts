import t from 'tap';
import { createLab } from './lab.ts';

const lab = await createLab(t);
const size = { viewport_width: 320, viewport_height: 200 };
const page = (animation: string) =>
  `<!doctype html><style>@keyframes spin { to { transform: translateX(150px) rotate(300deg) } }
div { width: 60px; height: 40px; margin: 40px; background: #06c; ${animation} }</style><div></div>`;

// A page has shown no frame of it, one, or several when its animations end.
t.test('an endless animation is at its start in each image', async (t) => {
  const { body: start } = await lab.render({ ...size, html: page('') });
  for (const animation of ['spin 3s linear infinite', 'spin 1.3s ease-in infinite alternate']) {
    const html = page(`animation: ${animation}`);
    const images = await Promise.all(
      Array.from({ length: 12 }, () => lab.render({ ...size, html })),
    );
    for (const { body } of images) t.ok(Buffer.compare(body, start) === 0, animation);
  }
});
