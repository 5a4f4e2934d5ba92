import { COLOURS, inDepth } from '@tintype/testkit';
import t from 'tap';
import { createLab } from './lab.ts';

// Forms and images take the place of a document's properties of their name, and SVG has elements
// that are called as those of HTML.

const lab = await createLab(t);
const small = { viewport_width: 200, viewport_height: 100 } as const;
const names = [
  'title',
  'scripts',
  'readyState',
  'fonts',
  'body',
  'images',
  'URL',
  'documentElement',
];
const methods = [
  'querySelectorAll',
  'querySelector',
  'addEventListener',
  'getAnimations',
  'defaultView',
];
const forms = (list: readonly string[]) =>
  list.map((name) => `<form name="${name}"></form><img name="${name}">`).join('');
const pages: Record<string, string> = {
  'properties of the document': forms(names),
  'its methods': forms(methods),
  'its methods, one by one': methods.map((name) => `<form name="${name}"></form>`).join(''),
  'SVG with elements of HTML': `<svg><script href="/a.js"></script><link href="x"/><style></style><title>t</title><input type="image"/></svg>`,
  'an SVG that closes nothing': '<svg><script>\u2028</script>',
};

for (const [nth, [name, html]] of Object.entries(pages).entries()) {
  // In the default run each page is an image and one thing more.
  t.test(name, async (t) => {
    const source = `<!doctype html><body style="background:#0000ff">${html}`;
    await using page = await lab.open({ html: source, ...small });
    const { image } = await page.shoot();
    image.expectSolid(COLOURS.blue);
    const more = {
      'full page': { kind: 'screenshot', full_page: true },
      PDF: { kind: 'pdf' },
      HTML: { kind: 'scrape' },
      Markdown: { kind: 'scrape', format: 'md' },
    };
    for (const [at, [what, parameters]] of Object.entries(more).entries()) {
      if (at !== nth % 4 && !inDepth(t, `${name}: ${what}`)) continue;
      const made = await page.capture(parameters);
      t.ok(made.body.length > 0 || what === 'Markdown', what);
    }
  });
}
