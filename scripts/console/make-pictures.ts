/**
 * Takes the pictures of the console in `docs/console/`, of each page in light, in dark and on a
 * phone, with Tintype itself: `npm run docs:console`. The service is one of its own, on a folder
 * that is removed. After `--` come the names of pages, where not all are wanted.
 */
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { RunningService, SessionCookie } from './run-service.ts';
import type { ShownPage } from './shown-pages.ts';
import { takeView, type Renderer } from './take-view.ts';
import { withShownService } from './with-shown-service.ts';

const target = join(import.meta.dirname, '../../docs/console');
const maxBytes = 60_000;
const maxTotalBytes = 900_000;
const wide = { viewport_width: 1100, viewport_height: 800 };
const views = {
  light: wide,
  dark: { ...wide, dark_mode: true },
  phone: { viewport_width: 390, viewport_height: 844, viewport_mobile: true },
} as const;

async function picture(
  renderer: Renderer,
  service: RunningService,
  page: ShownPage,
  cookie: SessionCookie | undefined,
): Promise<Uint8Array> {
  const assets: Record<string, Uint8Array> = {};
  for (const [name, view] of Object.entries(views)) {
    assets[`${name}.png`] = await takeView(renderer, service, { page, cookie, view });
  }
  const html = `<!doctype html><style>body{margin:0;padding:16px;display:flex;gap:16px;background:#b9bec4}
    img{height:560px;border-radius:6px;display:block}</style>${Object.keys(assets)
      .map((name) => `<img src="${name}">`)
      .join('')}`;
  for (const quality of [75, 65, 55, 45, 35]) {
    const { body } = await renderer.render(
      {
        kind: 'screenshot',
        html,
        viewport_width: 1863,
        viewport_height: 592,
        format: 'webp',
        image_quality: quality,
        wait_until: ['load'],
      },
      { assets },
    );
    if (body.byteLength < maxBytes) return body;
  }
  throw new Error(`The picture of ${page.name} is larger than ${maxBytes} bytes.`);
}

/** The charts show whole minutes. */
async function waitForFigures(service: RunningService, wanted: number): Promise<void> {
  const token = await service.operatorToken();
  for (;;) {
    const answer = await fetch(`${service.address}/v1/operator/figures`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { minutes } = (await answer.json()) as { minutes: unknown[] };
    if (minutes.length >= wanted) return;
    await delay(2_000);
  }
}

const wanted = process.argv.slice(2);
await mkdir(target, { recursive: true });
await withShownService(async ({ renderer, service, pages, cookies }) => {
  for (const page of pages) {
    if (wanted.length > 0 && !wanted.includes(page.name)) continue;
    if (page.name === 'overview') await waitForFigures(service, 3);
    const bytes = await picture(renderer, service, page, cookies[page.who]);
    await writeFile(join(target, `${page.name}.webp`), bytes);
    console.log(`${page.name}.webp: ${bytes.byteLength} bytes`);
  }
});
const sizes = await Promise.all(
  (await readdir(target)).map(async (name) => (await stat(join(target, name))).size),
);
const total = sizes.reduce((sum, size) => sum + size, 0);
console.log(`${sizes.length} pictures of ${total} bytes`);
if (total > maxTotalBytes) throw new Error(`They are larger than ${maxTotalBytes} bytes.`);
