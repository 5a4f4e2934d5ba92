import t from 'tap';
import { createLab, type Parameters } from './lab.ts';

// What is no HTML page, or none any more, is rendered all the same: whatever stands in the window is what is asked for.

const { server, render } = await createLab(t);
t.setTimeout(300_000);

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

const small = {
  viewport_width: 300,
  viewport_height: 200,
  metadata_title: true,
  metadata_icon: true,
} as const;
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

for (const [name, [mediaType, body]] of Object.entries(documents)) {
  t.test(`a document ${name}`, async (t) => {
    const url = server.file(`/${name.replaceAll(/\W+/g, '-')}`, mediaType, body);
    const ways: Record<string, Parameters> = {
      'full page': { kind: 'screenshot', url, ...small, ...whole },
      PDF: { kind: 'pdf', url, ...small },
      'one page': { kind: 'pdf', url, pdf_single_page: true, ...small },
      clip: { kind: 'pdf', url, clip_width: 100, clip_height: 50, ...small },
      video: { kind: 'screencast', url, format: 'webp', ...small, ...film },
      HTML: { kind: 'scrape', url, ...small },
      Markdown: { kind: 'scrape', url, format: 'md', ...small },
      article: { kind: 'scrape', url, format: 'md', main_content: true, ...small },
    };
    // Where an image alone stands in the window, a browser with frame control may give no frames.
    if (mediaType.startsWith('image/png')) delete ways['video'];
    await Promise.all(
      Object.entries(ways).map(async ([way, request]) => {
        const outcome = await render(request).catch((error: Error) => error);
        if (outcome instanceof Error)
          t.fail(`${way}: ${outcome.message}`, { cause: outcome.cause });
        else t.ok(outcome.body, way);
      }),
    );
  });
}
