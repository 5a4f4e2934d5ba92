import { mkdtemp, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';

const width = 320;
const height = 240;
const imageCount = 40;
const perPage = 12;

/** Writes a shop to a new folder: product pages that share a style sheet, a script and images. */
export async function writeShop(pageCount: number): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tintype-shop-'));
  await mkdir(path.join(folder, 'img'));
  for (let number = 0; number < imageCount; number += 1)
    await writeFile(path.join(folder, 'img', `${number}.jpg`), await makeImage(number));
  await writeFile(path.join(folder, 'shop.css'), style);
  await writeFile(path.join(folder, 'shop.js'), script);
  for (let number = 0; number < pageCount; number += 1)
    await writeFile(path.join(folder, `${String(number).padStart(4, '0')}.html`), makePage(number));
  return folder;
}

/** An image that does not compress to nothing. */
function makeImage(number: number): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < pixels.length; at += 1) {
    const [x, y] = [Math.floor(at / 3) % width, Math.floor(at / 3 / width)];
    const wave = Math.sin((x + number * 13) / 17) + Math.cos((y * (1 + (at % 3))) / 23);
    pixels[at] = 128 + Math.round(50 * wave + ((at * 7919 + number * 104_729) % 19));
  }
  const raw = { width, height, channels: 3 } as const;
  return sharp(pixels, { raw }).jpeg({ quality: 80 }).toBuffer();
}

const words = 'light solid oak lamp shelf round table wool blue chair small warm linen glass'.split(
  ' ',
);
const text = (seed: number, length: number) =>
  Array.from({ length }, (_, at) => words[(seed * 31 + at * at * 7 + at) % words.length]).join(' ');

function makePage(number: number): string {
  const cards = Array.from({ length: perPage }, (_, at) => {
    const item = number * 5 + at;
    return `<li class="card"><img src="/img/${item % imageCount}.jpg" width="160" height="120" alt=""><h3>${text(item, 3)}</h3><p>${text(item + 1, 12)}</p><b class="price" data-cents="${(item * 377) % 20_000}"></b></li>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Product ${number}</title>
<link rel="stylesheet" href="/shop.css"><header><h1>Shop</h1><nav><a href="/">Home</a> <a href="#">Chairs</a></nav></header>
<main><article><img src="/img/${number % imageCount}.jpg" width="320" height="240" alt=""><h2>Product ${number}</h2><p>${text(number, 120)}</p></article>
<ul class="grid">${cards.join('')}</ul></main><footer>${text(number + 7, 30)}</footer><script src="/shop.js"></script></html>`;
}

const style = `body{margin:0;font:16px/1.5 sans-serif;color:#222}header,footer{background:#234;color:#fff;padding:16px 32px}
nav a{color:#9cf}main{max-width:1100px;margin:auto;padding:24px}article{display:grid;grid-template-columns:340px 1fr;gap:24px}
article img{border-radius:8px}.grid{display:grid;grid-template-columns:repeat(4,1fr);gap:16px;list-style:none;padding:0}
.card{border:1px solid #ddd;border-radius:8px;padding:12px;box-shadow:0 2px 6px #0002}.card h3{margin:8px 0}.price{color:#a30}
${Array.from({ length: 400 }, (_, at) => `.tone-${at}{color:hsl(${at} 50% 40%);padding:${at % 9}px}`).join('\n')}`;

/** As large as the bundle of a small shop. */
const script = `const tables = ${JSON.stringify(Array.from({ length: 2000 }, (_, at) => [at, text(at, 6)]))};
const names = new Map(tables);
for (const price of document.querySelectorAll('.price'))
  price.textContent = (Number(price.dataset.cents) / 100).toFixed(2) + ' EUR';
for (const [at, card] of document.querySelectorAll('.card').entries()) card.title = names.get(at);`;
