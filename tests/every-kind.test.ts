import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inDepth } from '@tintype/testkit';
import t from 'tap';
import type { RenderResult, RequestInput } from 'tintype';
import { createLab } from './parameters/lab.ts';

// Documents that others wrote, of which packages bring copies, through every kind: none of them may
// be too odd for one. In the default run each goes through every fourth one, and the first is a
// phone's as well; videos are those of `bare-documents.test.ts`, one of frames among them.

const packages = path.join(import.meta.dirname, '../node_modules');
const w3c = '@mixmark-io/domino/test/w3c/level1/html/files';
const pages = [
  '@mixmark-io/domino/test/fixture/doc.html',
  `${w3c}/frameset.html`,
  `${w3c}/base2.html`,
  `${w3c}/table.html`,
  `${w3c}/../../core/files/hc_staff.html`,
  'tdigest/example.html',
];

const size = { viewport_width: 640, viewport_height: 480 };
const still = { kind: 'screenshot' } as const;

/** Captures of one page: they load it in the same way. */
const captures: Record<string, [mediaType: string, parameters: RequestInput]> = {
  window: ['image/webp', { ...still, format: 'webp' }],
  'full page': ['image/png', { ...still, format: 'png', full_page: true }],
  element: ['image/gif', { ...still, format: 'gif', selector: 'html' }],
  PDF: ['application/pdf', { kind: 'pdf', pdf_outline: true }],
  'PDF of one page': ['application/pdf', { kind: 'pdf', pdf_single_page: true }],
  HTML: ['text/html; charset=utf-8', { kind: 'scrape' }],
  Markdown: ['text/markdown; charset=utf-8', { kind: 'scrape', format: 'md' }],
  article: ['text/markdown; charset=utf-8', { kind: 'scrape', format: 'md', main_content: true }],
};

/** Pages that are loaded in ways of their own. */
const renders: Record<string, [mediaType: string, parameters: Record<string, unknown>]> = {
  'phone in the dark': [
    'image/jpeg',
    { kind: 'screenshot', viewport_device: 'iphone_15', full_page: true, dark_mode: true },
  ],
  video: [
    'image/gif',
    {
      kind: 'screencast',
      format: 'gif',
      fps: 5,
      duration: 0.4,
      viewport_width: 320,
      viewport_height: 240,
    },
  ],
};

const lab = await createLab(t);

for (const [nth, page] of pages.entries())
  t.test(page, async (t) => {
    const isCovering = (name: string, at: number) =>
      name in renders ? nth === 0 && at === 0 : (at + nth) % 4 === 0;
    const isWanted = ([name]: [string, unknown], at: number) =>
      isCovering(name, at) || inDepth(t, name);
    const html = readFileSync(path.join(packages, page));
    const url = lab.server.file(`/${path.basename(page)}`, 'text/html; charset=utf-8', html);
    const check = ({ mediaType, body }: RenderResult, name: string, wanted: string) => {
      t.equal(mediaType, wanted, name);
      if (!mediaType.startsWith('text/')) t.ok(body.length > 100, name);
    };
    await Promise.all(
      Object.entries(renders)
        .filter(isWanted)
        .map(async ([name, [mediaType, parameters]]) =>
          check(await lab.render({ ...parameters, url }), name, mediaType),
        ),
    );
    await using opened = await lab.renderer.open({ ...size, url });
    for (const [name, [mediaType, parameters]] of Object.entries(captures).filter(isWanted))
      check(await opened.capture(parameters), name, mediaType);
  });
