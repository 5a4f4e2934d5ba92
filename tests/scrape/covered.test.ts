import { inDepth } from '@tintype/testkit';
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
    'all but a bar': `<p>${'Loading, please wait. '.repeat(15)}</p><div id="app" style="visibility:hidden"><main><p>${words} ${'and so on '.repeat(1000)}</p></main></div>`,
    'a form whose fields take its names': `<form style="display:none"><input name="style"><input name="setAttribute"><input name="nodeType"><input name="ownerDocument"><p>${words}</p></form><p>Loading</p>`,
    'for browsers without scripts, named as the document names its own': `<p>Loading</p><noscript><img name="body"><img name="documentElement"><main><p>${words}</p></main></noscript>`,
    'for browsers without scripts': `<p>Loading</p><noscript><main><p>${words}</p></main></noscript>`,
  };
  // In the default run by turns with scripts and without.
  for (const [at, [name, html]] of Object.entries(covered).entries()) {
    if (at % 2 === 0 || inDepth(t, name)) t.match(await markdown(html), 'word0 word1 word2', name);
    if (at % 2 === 1 || inDepth(t, `${name}, without scripts`))
      t.match(await markdown(html, { js_enabled: false }), 'word119', `${name}, without scripts`);
  }
});

t.test('parts that a React server sent late are read in their places', async (t) => {
  const parts = Array.from(
    { length: 205 },
    (_, index) => `<div hidden id="S:a${index}"><p>part ${index}.</p></div>`,
  );
  const places = parts.map((_part, index) => `<template id="B:a${index}"></template>`);
  const html = `<h1>Title</h1><p>${words}</p><!--$?--><template id="B:0"></template><!--/$--><p>end</p>${places.join('')}
<div hidden id="S:0"><p>late</p><template id="P:4"></template></div><div hidden id="S:1"><p>nowhere</p></div><div hidden id="S:2"><template id="B:2"></template><p>inside</p></div><div hidden id="S:4"><p>piece</p></div>${parts.join('')}`;
  for (const js_enabled of [true, false]) {
    const text = await markdown(html, { js_enabled });
    t.match(text, /word119\n\nlate\n\npiece\n\nend\n/);
    t.notMatch(text, /nowhere|inside/);
    t.match(text, 'part 3.');
    t.notMatch(text, 'part 204.', 'only 200 are moved');
  }
});

t.test('what is hidden beside a page that shows stays hidden', async (t) => {
  const text = await markdown(
    `<p>${words}</p><div style="display:none">no ${words}</div><noscript>no ${words}</noscript>`,
  );
  t.notMatch(text, /\bno\b/);
});
