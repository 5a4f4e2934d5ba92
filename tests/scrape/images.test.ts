import t from 'tap';
import { createLab } from '../parameters/lab.ts';

const { server, render } = await createLab(t);
const dot = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

t.test('images that wait for a script have the address of what they are to show', async (t) => {
  const images: Record<string, [html: string, address: string]> = {
    'a dot before data-src': [`<img src="${dot}" data-src="/real.png" alt="a">`, '/real.png'],
    'a named placeholder': ['<img src="/placeholder.gif" data-original="/real.png">', '/real.png'],
    'no address at all': ['<img data-lazy-src="/real.png" alt="a">', '/real.png'],
    'the largest of a set': [
      `<img src="${dot}" data-srcset="/s.png 320w, /l,1.png 1280w, /m.png 640w">`,
      '/l,1.png',
    ],
    'of a picture': [
      `<picture><source data-srcset="/wide.webp 2x, /narrow.webp"><img src="${dot}"></picture>`,
      '/wide.webp',
    ],
    'for browsers without scripts': [
      `<img src="${dot}" alt="a"><noscript><img src="/real.png"></noscript>`,
      '/real.png',
    ],
    'what is shown wins': ['<img src="/shown.png" data-src="/other.png">', '/shown.png'],
    'an odd address': ['<img src="http://" data-src="/real.png">', '/real.png'],
  };
  const parts = Object.values(images).map(([html]) => `<p>text ${html}</p>`);
  const url = server.page('/page', parts.join('<hr>'));
  const { body } = await render({ kind: 'scrape', url, format: 'md' });
  const written = Buffer.from(body).toString().split('\n\n---\n\n');
  for (const [at, [name, [, address]]] of Object.entries(images).entries())
    t.match(written[at], `](${new URL(address, url).href})`, name);
});

t.test('a dot that stays one is no image', async (t) => {
  const url = server.page('/page', `<p>text <img src="${dot}"><img src="/x.png" width="1"></p>`);
  const { body } = await render({ kind: 'scrape', url, format: 'md' });
  t.equal(Buffer.from(body).toString(), 'text\n');
});
