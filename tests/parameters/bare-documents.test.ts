import { inDepth } from '@tintype/testkit';
import t from 'tap';
import type { RequestInput } from 'tintype';
import { createLab } from './lab.ts';

// A document that is not HTML, or no longer is, is rendered nonetheless: the content of the window
// is the result. In the default run each document is an image and one of the other kinds, and every
// fourth a video: then the image is one of a page that was opened for the other kinds.

const { server, render, renderer } = await createLab(t);

const script = (code: string) => `<!doctype html><title>t</title><p>text<script>${code}</script>`;
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="900"><text y="20">text</text></svg>';
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

const documents: Record<string, readonly [mediaType: string, body: string | Uint8Array]> = {
  'without its root': ['text/html', script('document.documentElement.remove()')],
  'without its body': ['text/html', script('document.body.remove()')],
  'without its head': ['text/html', script('document.head.remove()')],
  'with a root of no kind': [
    'text/html',
    script(`document.replaceChild(document.createElementNS(null, 'x'), document.documentElement)`),
  ],
  'with a comment alone': [
    'text/html',
    script(`document.replaceChildren(document.createComment('c'))`),
  ],
  'of frames': [
    'text/html',
    '<frameset cols="*,*"><frame src="/none"><frame src="about:blank"></frameset>',
  ],
  'never closed': ['text/html', script(`document.open(); document.write('<p>open')`)],
  'without anything': ['text/html', ''],
  'of SVG': ['image/svg+xml', svg],
  'of XML': ['application/xml', '<a><b>text</b></a>'],
  'of broken XHTML': [
    'application/xhtml+xml',
    '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>text</body></html>',
  ],
  'of XML in no namespace, with HTML in it': [
    'text/xml',
    '<a><body xmlns="http://www.w3.org/1999/xhtml"><p>text</p></body></a>',
  ],
  'of text': ['text/plain', 'text\n'.repeat(100)],
  'of JSON': ['application/json', '{"text": 1}'],
  'of an image': ['image/png', png],
  'of an image that is none': ['image/png', 'text'],
};

const small = { viewport_width: 300, viewport_height: 200 } as const;
const told = { metadata_title: true, metadata_icon: true } as const;
const whole = {
  format: 'png',
  full_page: true,
  full_page_scroll: true,
  full_page_scroll_by_duration: 1,
  metadata_fonts: true,
} as const;
const film = {
  duration: 0.3,
  fps: 10,
  scenario: 'scroll',
  scroll_by_delay: 0,
  scroll_back_delay: 0,
  scroll_by_duration: 100,
} as const;

const captured: Record<string, RequestInput> = {
  PDF: { kind: 'pdf' },
  'one page': { kind: 'pdf', pdf_single_page: true },
  clip: { kind: 'pdf', clip_width: 100, clip_height: 50 },
  HTML: { kind: 'scrape' },
  Markdown: { kind: 'scrape', format: 'md' },
  article: { kind: 'scrape', format: 'md', main_content: true },
};

/** As odd as another one of them, in what a browser makes of it. */
const alike = ['without its body', 'of broken XHTML', 'of JSON', 'of an image that is none'];

for (const [nth, [name, [mediaType, body]]] of Object.entries(documents).entries()) {
  if (alike.includes(name) && !inDepth(t, name)) continue;
  t.test(`a document ${name}`, async (t) => {
    const url = server.file(`/${name.replaceAll(/\W+/g, '-')}`, mediaType, body);
    // If an image is the document, a browser with frame control may provide no frames.
    const isFilm = !mediaType.startsWith('image/png');
    const still = { kind: 'screenshot', ...whole } as const;
    const video = { kind: 'screencast', format: 'webp', ...film } as const;
    const expectBody = async (way: string, rendering: Promise<{ body: Uint8Array }>) => {
      const outcome = await rendering.catch((error: Error) => error);
      if (!(outcome instanceof Error)) t.ok(outcome.body, way);
      else t.fail(`${way}: ${outcome.message}`, { cause: outcome.cause });
    };
    const isVideo = nth % 4 === 1;
    if (!isVideo || inDepth(t, 'full page'))
      await expectBody('full page', render({ url, ...small, ...told, ...still }));
    if (isFilm && (isVideo || inDepth(t, 'video')))
      await expectBody('video', render({ url, ...small, ...told, ...video }));
    // Only what is made of the page is another thing.
    const page = await renderer.open({ url, ...small });
    if (isVideo) await expectBody('full page', page.capture({ ...still, ...told }));
    for (const [at, [way, request]] of Object.entries(captured).entries())
      if (at === nth % 6 || inDepth(t, way))
        await expectBody(way, page.capture({ ...request, ...told }));
    await page.close();
  });
}
