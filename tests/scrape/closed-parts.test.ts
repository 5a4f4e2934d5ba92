import t from 'tap';
import { createLab } from '../parameters/lab.ts';

const { server, render } = await createLab(t);

async function markdown(name: string, html: string, more: object = {}): Promise<string> {
  const url = server.page(`/closed/${name}`, `<!doctype html>${html}`);
  const request = { kind: 'scrape', format: 'md', main_content: true, url, ...more } as const;
  return Buffer.from((await render(request)).body).toString();
}

const paragraph = (about: string) =>
  `<p>This paragraph is about ${about}, and it goes on for as long as a paragraph of an article does, so that nobody takes it for a control, a caption or a menu of the page.</p>`;

const article = (parts: string) =>
  `<title>How glass is made</title><body><nav><a href="/">Home</a></nav><main><article><h1>How glass is made</h1>${paragraph('sand')}${parts}${paragraph('furnaces')}</article></main>`;

/** The same closed part in the ways in which pages write it. */
const closedParts: Record<string, string> = {
  'a part that a button names':
    '<h2><button aria-expanded="false" aria-controls="more">Cooling</button></h2><div id="more" hidden>…</div>',
  'the panel of a tab': '<h2>Cooling</h2><div role="tabpanel" style="display:none">…</div>',
  'an answer by its name': '<h2>Cooling</h2><div class="faq-answer" style="display:none">…</div>',
  'a part of Bootstrap':
    '<style>.collapse{display:none}</style><h2><a data-bs-toggle="collapse" href="#more">Cooling</a></h2><div class="collapse" id="more">…</div>',
  'one that is only invisible':
    '<h2>Cooling</h2><div class="accordion-body" style="visibility:hidden">…</div>',
};

t.test('the main content has parts that the page shows once they are opened', async (t) => {
  for (const [name, html] of Object.entries(closedParts)) {
    const page = article(html.replace('…', paragraph('annealing')));
    const text = await markdown(name.replaceAll(' ', '-'), page);
    t.match(text, /about sand[^]*Cooling[^]*about annealing[^]*about furnaces/, name);
  }
});

t.test('without main_content, a page is read as it shows', async (t) => {
  const html = closedParts['a part that a button names']!.replace('…', paragraph('annealing'));
  const text = await markdown('whole', article(html), { main_content: false });
  t.match(text, 'about sand');
  t.notMatch(text, 'annealing');
});

t.test('what is no part of the text stays closed', async (t) => {
  const apart: Record<string, string> = {
    dialog: '<div role="dialog" class="panel" style="display:none">…</div>',
    menu: '<button aria-haspopup="true" aria-controls="m">More</button><div id="m" hidden>…</div>',
    'in a nav': '<nav><div class="accordion-body" style="display:none">…</div></nav>',
    links:
      '<div class="panel" style="display:none"><a href="/a">annealing of glass in furnaces and elsewhere</a></div>',
    other: '<div class="later" style="display:none">…</div>',
  };
  const parts = Object.values(apart).map((html) => html.replace('…', paragraph('annealing')));
  const text = await markdown('apart', article(parts.join('')));
  t.match(text, /about sand[^]*about furnaces/);
  t.notMatch(text, 'annealing');
});

t.test('parts that are closed in each other are read three deep', async (t) => {
  const deep = Array.from(
    { length: 5 },
    (_, at) => `<div class="panel" hidden>${paragraph(`layer ${at}`)}`,
  );
  const text = await markdown('deep', article(deep.join('') + '</div>'.repeat(5)));
  t.match(text, 'layer 2');
  t.notMatch(text, 'layer 3');
});

t.test('a page that is made to be slow to read is read', async (t) => {
  const part = `<button aria-controls="p" data-target="${'#p '.repeat(1000)}">a</button><div class="panel" hidden>`;
  const text = await markdown('slow', article(part.repeat(1000)));
  t.match(text, 'about sand');
});
