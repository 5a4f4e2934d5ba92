import type { Made } from './changes.ts';

const pick = <T>(values: readonly T[], count: number): T => values[count % values.length] as T;

const products = ['Lamp', 'Chair', 'Desk', 'Shelf', 'Clock', 'Mirror', 'Stool', 'Bench'];

/**
 * Part of a page that its owner changes: a product with a list, a table, a form and a footer. Each
 * change of a type makes another part of it differ from the day before.
 * @param photo - address of an image that changes under this address
 */
export function shopPart(made: Made, photo: string): string {
  const sections = [offer(made, photo), stock(made), order(made)];
  const moved = made['section moved'] % 3;
  const ordered = [...sections.slice(moved), ...sections.slice(0, moved)];
  const width = 640 + 40 * (made['layout width'] % 4);
  const background = pick(
    ['#fff', '#fff7e0', '#eef6ff', '#f3ffee'],
    made['colour of a background'],
  );
  return `<div class="tintype-shop" style="all:initial;display:block;position:relative;z-index:2147483000;
    box-sizing:border-box;width:${width}px;padding:12px;background:${background};color:#111;font:16px/1.4 sans-serif;text-align:left">
    ${banner(made)}${navigation(made)}${ordered.join('')}${footer(made)}</div>`;
}

function banner(made: Made): string {
  const count = made['banner of the owner'];
  if (count % 2 === 0) return '';
  return `<div style="background:#fc0;padding:14px;margin:0 0 10px">Sale number ${count}: everything must go</div>`;
}

function navigation(made: Made): string {
  const entries = ['Home', 'Lamps', 'Chairs'];
  for (let at = 0; at < made['navigation entry'] % 4; at += 1) entries.push(`New ${at + 1}`);
  return `<nav style="display:block;margin:0 0 10px">${entries.map((name) => `<a href="/shop/${name.toLowerCase()}" style="margin:0 12px 0 0;color:#06c">${name}</a>`).join('')}</nav>`;
}

function offer(made: Made, photo: string): string {
  const currency = pick(['EUR', 'USD', 'CHF', 'GBP'], made.currency);
  const colour = pick(['#063', '#b00', '#06c', '#808'], made['colour of text']);
  const struck = made['price struck through'] % 2 === 1 ? 'line-through' : 'none';
  const alt = `The lamp, image ${made['text of an image'] + 1}`;
  const image = (name: string, text: string) =>
    `<img src="${name}" width="160" height="100" alt="${text}" style="display:inline-block">`;
  const images = [image(`/asset/photo-${made['image swapped'] % 6}.png`, alt), image(photo, '')];
  if (made['image removed'] % 2 === 0) images.push(image('/asset/photo-0.png', 'The box'));
  const icon = pick(['M2 8l4 4 8-9', 'M3 3l10 10M13 3L3 13', 'M8 2v12M2 8h12'], made.icon);
  const sold =
    made['badge: sold out'] % 2 === 1
      ? '<span style="background:#b00;color:#fff;padding:2px 6px">Sold out</span>'
      : '';
  return `<section style="display:block"><h2 style="display:block;font:bold 22px sans-serif;margin:8px 0">Desk lamp, model ${made.heading + 1}</h2>
    <div style="display:block">${images.join('')}</div><p style="display:block;margin:8px 0">Price: <b style="text-decoration:${struck}">${20 + made.price},50 ${currency}</b> ${sold}</p>
    <p style="display:block;margin:8px 0;color:${colour}"><svg width="16" height="16" viewBox="0 0 16 16"><path d="${icon}" stroke="#063" stroke-width="2" fill="none"/></svg>
    ${pick(['In stock', 'Few left', 'On order', 'Delivered in May'], made['status text'])}, sent from our shop.</p>
    <p style="display:block;margin:8px 0">${words(made)}</p>${paragraphs(made)}</section>`;
}

function words(made: Made): string {
  const opening = pick(['This lamp', 'The lamp', 'Our lamp', 'Each lamp'], made.word);
  const colour = pick(['colour', 'color'], made.spelling);
  const steel = pick(['steel', 'Steel'], made['capital letter']);
  const end = pick(['.', '!', ';', ','], made.punctuation);
  const language = pick(
    [
      'It ships to all countries and can be returned.',
      'Wir liefern in alle Länder, Rückgabe ist möglich.',
      'Livraison dans tous les pays, retour possible.',
    ],
    made.language,
  );
  return `${opening} of warm ${colour} is made of ${steel} and weighs ${900 + 10 * made.number} grams${end} ${language}`;
}

function paragraphs(made: Made): string {
  const count = 3 + made['paragraph added'];
  const names = Array.from(
    { length: count },
    (_, at) => `Note ${at + 1}: care for it with a dry cloth.`,
  );
  const left = names.slice(made['paragraph removed'] % 2);
  const moved = made['paragraph moved'] % left.length;
  return [...left.slice(moved), ...left.slice(0, moved)]
    .map((text) => `<p style="display:block;margin:8px 0">${text}</p>`)
    .join('');
}

function stock(made: Made): string {
  const entries = products.slice(0, 4 + (made['list entry added'] % 4));
  const listed =
    made['list entry removed'] % 2 === 1 ? entries.filter((_, at) => at !== 1) : entries;
  const ordered = made['list order'] % 2 === 1 ? listed.toReversed() : listed;
  const rows = products.slice(0, 3 + (made['table row added'] % 4)).map((name, at) => {
    const cell = at === 1 ? 10 + made['table cell'] : 30 + 7 * at;
    return { name, cell };
  });
  const sorted =
    made['table sorted'] % 2 === 1 ? rows.toSorted((one, other) => other.cell - one.cell) : rows;
  const border = `${1 + 2 * (made.border % 3)}px solid #888`;
  return `<section style="display:block"><h3 style="display:block;font:bold 18px sans-serif;margin:8px 0">In the shop</h3>
    <ul style="display:block;margin:8px 0;padding:0 0 0 24px">${ordered.map((name) => `<li style="display:list-item">${name} number ${name.length}</li>`).join('')}</ul>
    <table style="display:table;border:${border};border-spacing:4px"><tbody>${sorted.map(({ name, cell }) => `<tr><td>${name}</td><td>${cell} pieces</td></tr>`).join('')}</tbody></table></section>`;
}

function order(made: Made): string {
  const size = 16 + 3 * (made['font size'] % 3);
  const weight = pick([400, 700], made['font weight']);
  const family = pick(['sans-serif', 'serif', 'monospace'], made['font family']);
  const button = pick(['#06c', '#0a4', '#b50', '#808'], made['colour of a button']);
  const label = pick(['Buy now', 'Add to cart', 'Order', 'Reserve'], made['button label']);
  const line = pick(['transparent', '#000', '#c00'], made['line of one pixel']);
  const date = `${1 + (made['date of an event'] % 27)} March 2027`;
  const field = made['form field'] % 2 === 1 ? '<input placeholder="Your town" size="20">' : '';
  const shown = made['hidden, then shown'] % 2 === 1 ? 'block' : 'none';
  return `<section style="display:block"><p style="display:block;margin:8px 0;font:${weight} ${size}px ${family}">Open house on ${date}, in our workshop.</p>
    <div style="height:1px;background:${line};margin:8px 0"></div>
    <p style="display:${shown};margin:8px 0">Members get the second lamp for half of its price.</p>
    <form style="display:block;margin:8px 0"><input placeholder="Your name" size="20">${field}
    <label><input type="checkbox"${made['checkbox state'] % 2 === 1 ? ' checked' : ''}> as a gift</label>
    <a href="/order/${made['address of a link']}" style="display:inline-block;padding:6px 12px;background:${button};color:#fff">${label}</a></form></section>`;
}

function footer(made: Made): string {
  return `<footer style="display:block;font-size:13px">© ${2020 + made['footer year']} The lamp shop.
    <a href="/imprint">${pick(['Imprint', 'About us', 'Contact', 'Legal'], made['link text'])}</a></footer>`;
}

/** Part of the head that the owner changes. */
export function shopHead(made: Made): string {
  const product = { '@context': 'https://schema.org', '@type': 'Product', name: 'Desk lamp' };
  const offers = { '@type': 'Offer', price: 20 + made['price in JSON-LD'], priceCurrency: 'EUR' };
  return `<link rel="icon" href="/asset/icon-${made.favicon % 6}.png">
    <meta name="description" content="Desk lamps of steel, page ${made['meta description']}">
    <script type="application/ld+json">${JSON.stringify({ ...product, offers })}</script>`;
}
