import { inDepth } from '@tintype/testkit';
import t from 'tap';
import { createLab } from '../parameters/lab.ts';

// Fields of a form replace its properties, and images with a name those of the document: here each
// property that the browser has.

const lab = await createLab(t);
const small = { viewport_width: 300, viewport_height: 200, timeout: 15 };
/** A script that adds an element with the name of each property of a prototype. */
const naming = (parent: string, tag: string, prototype: string) => `<script>
  { const parent = document.querySelector('${parent}'), names = new Set();
    for (let at = ${prototype}.prototype; at; at = Object.getPrototypeOf(at))
      for (const name of Object.getOwnPropertyNames(at)) names.add(name);
    const added = [...names].map((name) => {
      const element = document.createElement('${tag}');
      element.setAttribute('name', name);
      return element;
    });
    Element.prototype.append.apply(parent, added); }
  </script>`;
const covering = 'position:fixed; inset:0; background:#eee';
const form = (looks: string, more = '') =>
  `<form id="form" style="${looks}" role="dialog" class="paywall">${more}
    <p>Some text to read in a form</p><button>Go</button><input type="password"></form>
    ${naming('form', 'input', 'HTMLFormElement')}`;
const images = `<div></div>${naming('div', 'img', 'Document')}`;
const framed = (html: string) =>
  `<iframe style="width:250px; height:900px" srcdoc='${html.replaceAll("'", '&#39;')}'></iframe>`;
const moving = 'animation:to 9s infinite; transition:all 1s';
const pages = {
  'a form over the page': `<p>behind</p>${form(covering)}`,
  'a form in the page': form('height:3000px; overflow:auto'),
  'a form that scrolls': form('height:100px; overflow:auto', '<p style="height:900px">text</p>'),
  'a form that is the page': `<style>body { margin:0; overflow:hidden }</style>
    ${form('height:100vh; overflow:auto', '<p style="height:900px">text</p>')}`,
  'a form that moves': `<p>text</p><style>@keyframes to { to { opacity:0.5 } }</style>
    ${form(`${moving}; content-visibility:auto; margin-top:900px`)}`,
  'a document': `<p>text</p>${images}`,
  'a document in a frame': `<p>text</p>${framed(`<p>text</p>${form('')}${images}`)}`,
  both: `<p>behind</p>${images}${form(covering)}`,
};

for (const [nth, [title, html]] of Object.entries(pages).entries()) {
  t.test(title, async (t) => {
    const kinds = [
      {},
      { full_page: true },
      { selector: 'p' },
      { kind: 'pdf' },
      { kind: 'scrape', format: 'md' },
    ];
    await using page = await lab.open({ html, ...small });
    // In the default run each page in two ways, and each way on two pages.
    for (const [at, kind] of kinds.entries()) {
      const isCovering = (at + nth) % 5 === 0 || (at + nth) % 5 === 2;
      if (!isCovering && !inDepth(t, `${title} ${JSON.stringify(kind)}`)) continue;
      const { receipt } = await page.capture(kind);
      t.equal(receipt.incomplete, undefined, `${JSON.stringify(kind)}: it was looked at`);
      t.equal(receipt.blank, undefined);
    }
  });
}

t.test('recognises such a form', async (t) => {
  const text = 'Sign in to continue. Please log in with your password.';
  const html = `<p>behind</p>${form(covering, `<h1>Sign in</h1><p>${text}</p>`)}`;
  const { receipt } = await lab.render({ html, ...small });
  t.equal(receipt.wall?.kind, 'login');
});

t.test('such a form is clicked, hidden and rejected as any other', async (t) => {
  const banner =
    '<p>We use cookies. Do you accept all cookies?</p><button type="button">Reject all</button>';
  const html = `<style>input { display:none }</style><body style="margin:0; background:#fff"><div style="height:900px">text</div>
    ${form('position:fixed; inset:auto 0 0; height:100px; overflow:hidden; background:#00f', banner)}
    <script>{
      const hide = () => Element.prototype.setAttribute.call(form, 'style', 'display:none');
      const form = document.querySelector('form');
      EventTarget.prototype.addEventListener.call(form, 'click', hide); }</script>${images}`;
  const page = { html, ...small, block_annoyance: ['none'] };
  const { image } = await lab.shoot(page);
  t.same(image.at(290, 120), [0, 0, 255, 255], 'it lies over the page');
  for (const way of [
    { click_selector: 'form' },
    { hide_selectors: ['form'] },
    { inject_css: 'form { display:none !important }' },
    { block_annoyance: ['cookies_banner'] },
  ]) {
    const { image } = await lab.shoot({ ...page, ...way });
    t.same(image.at(290, 120), [255, 255, 255, 255], JSON.stringify(way));
  }
});
