import sharp from 'sharp';

/** Deterministic random numbers (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const words =
  'render page light plate glass silver image frame paper camera lens shutter print dark room tray fixer wash mount edge tone grain'.split(
    ' ',
  );

function prose(random: () => number, count: number): string {
  return Array.from({ length: count }, () => words[Math.floor(random() * words.length)]).join(' ');
}

/** An image with as much detail as a photograph, so that it costs as much to decode. */
async function photograph(random: () => number, width: number, height: number): Promise<Buffer> {
  const small = Buffer.from(Array.from({ length: 24 * 16 * 3 }, () => Math.floor(random() * 256)));
  return sharp(small, { raw: { width: 24, height: 16, channels: 3 } })
    .resize(width, height, { kernel: 'cubic', fit: 'fill' })
    .jpeg({ quality: 80 })
    .toBuffer();
}

const shell = (title: string, body: string, head = '') =>
  Buffer.from(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>`,
  );

const styles = (random: () => number) =>
  Buffer.from(
    Array.from(
      { length: 1500 },
      (_, index) =>
        `.c${index} > .d${index % 97}:not(:last-child) { margin: ${Math.floor(random() * 20)}px; color: hsl(${Math.floor(random() * 360)} 40% 30%) }`,
    ).join('\n') +
      `\nbody { font: 16px/1.6 serif; margin: 0 auto; max-width: 960px } article img { width: 100% } table { width: 100%; border-collapse: collapse } td { border: 1px solid #ccc; padding: 4px }`,
  );

/**
 * Eight pages as different as the web's: tiny, article, gallery, table, dashboard, application,
 * tall, styled.
 */
export async function makePages(): Promise<Map<string, Buffer>> {
  const random = randomFrom(1839);
  const files = new Map<string, Buffer>();
  const link = '<link rel="stylesheet" href="site.css">';
  files.set('site.css', styles(random));
  for (let index = 0; index < 60; index += 1) {
    files.set(`img/${index}.jpg`, await photograph(random, 640, 420));
  }
  files.set('tiny.html', shell('Tiny', '<h1>Tiny</h1><p>One line.</p>'));
  const paragraphs = (count: number) =>
    Array.from({ length: count }, () => `<p class="c1 d1">${prose(random, 120)}</p>`);
  files.set(
    'article.html',
    shell(
      'Article',
      `<article><h1>Article</h1><img src="img/0.jpg" alt="">${paragraphs(80).join('<h2>Part</h2>')}<img src="img/1.jpg" alt=""></article>`,
      link,
    ),
  );
  const gallery = Array.from(
    { length: 60 },
    (_, index) => `<img src="img/${index}.jpg" width="200" height="131" alt="">`,
  );
  files.set('gallery.html', shell('Gallery', gallery.join(''), link));
  const rows = Array.from(
    { length: 1200 },
    (_, row) => `<tr>${`<td>${row}</td><td>${prose(random, 4)}</td>`.repeat(3)}</tr>`,
  );
  files.set('table.html', shell('Table', `<table>${rows.join('')}</table>`, link));
  const cards = Array.from(
    { length: 48 },
    (_, index) =>
      `<div style="float:left;width:23%;margin:1%;height:160px;border-radius:12px;box-shadow:0 4px 16px #0003;background:linear-gradient(${index * 7}deg,#fff,#cde)"><svg viewBox="0 0 100 40"><path d="M0 40 ${Array.from({ length: 20 }, (_unused, at) => `L${at * 5} ${Math.floor(random() * 40)}`).join(' ')}" fill="none" stroke="#07c"/></svg>${prose(random, 8)}</div>`,
  );
  files.set('dashboard.html', shell('Dashboard', cards.join(''), link));
  files.set(
    'app.js',
    Buffer.from(
      `const list = document.createElement('ul');
for (let i = 0; i < 2000; i++) { const item = document.createElement('li'); item.className = 'c' + i; item.textContent = 'Row ' + i + ' ' + Math.sqrt(i).toFixed(3); item.addEventListener('click', () => {}); list.append(item); }
document.body.append(list);`,
    ),
  );
  files.set('application.html', shell('Application', '<script src="app.js"></script>', link));
  const bands = Array.from(
    { length: 200 },
    (_, index) =>
      `<section style="height:100px;background:hsl(${index * 9} 60% 80%)">${prose(random, 30)}</section>`,
  );
  files.set('tall.html', shell('Tall', bands.join('')));
  files.set(
    'styled.html',
    shell('Styled', paragraphs(40).join('<div class="c7"><span class="d7">x</span></div>'), link),
  );
  return files;
}
