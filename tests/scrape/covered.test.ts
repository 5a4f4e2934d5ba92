import t from 'tap';
import { createLab } from '../parameters/lab.ts';

const { server, render } = await createLab(t);
const words = Array.from({ length: 120 }, (_, index) => `word${index}`).join(' ');

async function markdown(html: string, parameters: Record<string, unknown> = {}): Promise<string> {
  const url = server.page('/page', html);
  const { body } = await render({ kind: 'scrape', url, format: 'md', ...parameters });
  return Buffer.from(body).toString();
}

t.test('a page whose scripts never showed it is read all the same', async (t) => {
  const covered = {
    'hidden until a script comes': `<body style="visibility:hidden"><p>${words}</p>`,
    'hidden by an animation': `<style>@keyframes k{from{visibility:hidden}to{visibility:visible}} body{animation:90s steps(1,end) both k}</style><p>${words}</p>`,
    'a box that is not displayed': `<div id="app" style="display:none"><main><p>${words}</p></main></div><p>Loading</p>`,
    'a form whose fields take its names': `<form style="display:none"><input name="style"><input name="setAttribute"><input name="nodeType"><input name="ownerDocument"><p>${words}</p></form><p>Loading</p>`,
    'for browsers without scripts, named as the document names its own': `<p>Loading</p><noscript><img name="body"><img name="documentElement"><main><p>${words}</p></main></noscript>`,
    'for browsers without scripts': `<p>Loading</p><noscript><main><p>${words}</p></main></noscript>`,
  };
  for (const [name, html] of Object.entries(covered)) {
    t.match(await markdown(html), 'word0 word1 word2', name);
    t.match(await markdown(html, { js_enabled: false }), 'word119', `${name}, without scripts`);
  }
});

t.test('what is hidden beside a page that shows stays hidden', async (t) => {
  const text = await markdown(
    `<p>${words}</p><div style="display:none">no ${words}</div><noscript>no ${words}</noscript>`,
  );
  t.notMatch(text, /\bno\b/);
});
