import { inDepth } from '@tintype/testkit';
import t from 'tap';
import { createLab } from '../parameters/lab.ts';

// Fields take the place of what their form says of itself, images with a name that of the document.

const lab = await createLab(t);
const small = { viewport_width: 300, viewport_height: 200, timeout: 15 };
const ofElements =
  'parentElement parentNode assignedSlot getRootNode shadowRoot nodeType matches checkVisibility contains querySelectorAll getBoundingClientRect localName textContent getAttribute childNodes scrollTo getClientRects'.split(
    ' ',
  );
const ofDocuments =
  'querySelectorAll querySelector body documentElement scrollingElement createTreeWalker elementFromPoint nodeType fonts scripts URL defaultView readyState addEventListener createDocumentFragment title'.split(
    ' ',
  );
const covering = 'position:fixed; inset:0; background:#eee';
const form = (looks: string, more = '') =>
  `<form id="form" style="${looks}" role="dialog" class="paywall">${more}
    ${ofElements.map((name) => `<input name="${name}">`).join('')}
    <p>Some text to read in a form</p><button>Go</button><input type="password"></form>`;
const images = ofDocuments.map((name) => `<img name="${name}" alt="">`).join('');
const pages = {
  'a form over the page': `<p>behind</p>${form(covering)}`,
  'a form in the page': form('height:3000px; overflow:auto'),
  'a form that scrolls': form('height:100px; overflow:auto', '<p style="height:900px">text</p>'),
  'a document': `<p>text</p>${images}`,
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

t.test('such a form can be told for what it is', async (t) => {
  const text = 'Sign in to continue. Please log in with your password.';
  const html = `<p>behind</p>${form(covering, `<h1>Sign in</h1><p>${text}</p>`)}`;
  const { receipt } = await lab.render({ html, ...small });
  t.equal(receipt.wall?.kind, 'login');
});
