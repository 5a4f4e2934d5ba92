import t from 'tap';
import { createLab } from '../parameters/lab.ts';

const { server, render } = await createLab(t);

async function markdown(html: string): Promise<string> {
  const url = server.page('/buttons', `<!doctype html>${html}`);
  return Buffer.from((await render({ kind: 'scrape', format: 'md', url })).body).toString();
}

/** An operation as Swagger UI 5 writes it. */
const operation = (at: number) => `
  <div class="opblock opblock-get" id="operations-pet-${at}"><div class="opblock-summary opblock-summary-get">
    <button aria-expanded="false" class="opblock-summary-control" style="display:flex;flex:1"><span class="opblock-summary-method">GET</span>
      <div class="opblock-summary-path-description-wrapper" style="display:flex"><span class="opblock-summary-path"><a class="nostyle"><span>/pets/<wbr>${at}</span></a></span><div class="opblock-summary-description">Finds pet ${at}.</div></div></button>
    <div class="view-line-link copy-to-clipboard"><svg></svg></div>
    <button class="opblock-control-arrow" aria-label="get ${at}" aria-expanded="false"><svg></svg></button>
  </div></div>`;

t.test('operations of an API keep their texts', async (t) => {
  const text = await markdown(Array.from({ length: 20 }, (_, at) => operation(at)).join(''));
  const lines = text.trim().split('\n\n');
  t.equal(lines.length, 20);
  t.equal(lines[7], '**GET /pets/7 Finds pet 7.**');
});

t.test('what opens a part is its title', async (t) => {
  const titles: Record<string, string> = {
    'an answer': '<button aria-expanded="true">Do you ship abroad?</button><div>Yes.</div>',
    Bootstrap:
      '<button class="btn" data-bs-toggle="collapse">Do you ship abroad?</button><div>Yes.</div>',
    'by its name': '<button class="accordion">Do you ship abroad?</button><div>Yes.</div>',
    'a box':
      '<button aria-expanded="true" style="display:block"><span>Do you</span> <span>ship abroad?</span></button><p>Yes.</p>',
    details:
      '<details open><summary><div>Do you ship</div><div>abroad?</div></summary>Yes.</details>',
    'one that begins as controls do':
      '<button aria-expanded="true">Do you ship abroad?</button>Yes.',
  };
  const others = {
    'in a heading': '<h3><button aria-expanded="true">Open data</button></h3><p>Yes.</p>',
    'an element that plays a button':
      '<div role="button" aria-expanded="true" tabindex="0">Search basics</div><p>Yes.</p>',
  };
  const parts = [...Object.values(titles), ...Object.values(others)];
  const written = (await markdown(parts.join('<hr>'))).trim().split('\n\n---\n\n');
  t.same(written, [
    ...Object.keys(titles).map(() => '**Do you ship abroad?**\n\nYes.'),
    '### Open data\n\nYes.',
    'Search basics\n\nYes.',
  ]);
});

t.test('what is text stays, whatever it is put in', async (t) => {
  t.equal(
    await markdown(
      '<button><h2>Plan A</h2><p>Ten renders a day</p></button><p>a</p><button>Every image is kept for a year and a day</button>',
    ),
    '## Plan A\n\nTen renders a day\n\na\n\nEvery image is kept for a year and a day\n',
  );
});

t.test('a button that opens a list of links names it', async (t) => {
  t.equal(
    await markdown(
      '<header><nav><ul><li><button>Store</button><ul><li>Parts</ul></ul></nav></header>',
    ),
    '- Store\n  - Parts\n',
  );
});

t.test('controls are no text', async (t) => {
  const controls = [
    'Share',
    'Like',
    'Like 12',
    '1.2k',
    'Copy',
    'Copied!',
    'Copy link',
    'Subscribe',
    'Sign in',
    'Add to cart',
    'Show more',
    '★',
    '<svg></svg>',
    'Try it out',
    'Accept',
    'Add to cart <span>Add to cart</span>',
    'Switch between dark and light themes',
  ].map((text) => `<button>${text}</button>`);
  controls.push(
    '<button aria-expanded="false">Menu</button>',
    '<button aria-expanded="false">Show more</button>',
    '<button aria-expanded="false">Read more</button>',
    '<button aria-expanded="false" aria-haspopup="true">Products and prices</button>',
    '<nav><button aria-expanded="false">Products and prices of ours</button></nav>',
    '<header><button aria-expanded="false">Products</button></header>',
    '<div role="tablist"><button role="tab" aria-expanded="true">npm</button></div>',
    '<span role="button">Share</span>',
    '<div role="button" tabindex="0">Copy</div>',
  );
  t.equal(await markdown(`<p>before</p>${controls.join('')}<p>after</p>`), 'before\n\nafter\n');
});
