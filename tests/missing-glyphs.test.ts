import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createChromeSource } from '@tintype/chrome';
import { createRenderer, type Renderer } from '@tintype/core';
import { createEgress } from '@tintype/egress';
import { closeWith, blockFont, makeFolder } from '@tintype/testkit';
import t from 'tap';
import { browserOptions } from './browser-options.ts';

const egress = closeWith(t, createEgress({}));

/** A renderer on a machine whose only font is this one. */
async function rendererWith(font: Uint8Array): Promise<Renderer> {
  const dir = makeFolder(t, { 'fonts/block.ttf': font });
  const config = path.join(dir, 'fonts.conf');
  await writeFile(
    config,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${dir}/fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>`,
  );
  const env = { ...process.env, FONTCONFIG_FILE: config };
  const renderer = createRenderer({
    source: createChromeSource({ ...browserOptions(), env, egress, concurrency: 1, spares: 0 }),
  });
  t.teardown(() => renderer.stop());
  return renderer;
}

const bare = await rendererWith(blockFont());
const full = await rendererWith(
  blockFont('Block', [
    [0x410, 0x44f],
    [0xe01, 0xe5b],
    [0x3041, 0x30ff],
    [0x4e00, 0x9fff],
    [0xac00, 0xd7a3],
    [0x1f600, 0x1f64f],
  ]),
);

const head = '<!doctype html><meta charset="utf-8">';
const small = { viewport_width: 320, viewport_height: 200 };
const warningsOf = async ({ render }: Pick<Renderer, 'render'>, body: string) =>
  (await render({ kind: 'screenshot', html: head + body, ...small })).warnings;

t.test('what is shown as boxes is a warning, with what to install', async (t) => {
  const text = '<p>ภาษาไทย <b>हिन्दी</b> 한국어 😀 HHH';
  const warning = [
    'No font of this machine has Devanagari, Thai, Korean, Emoji: the page shows boxes instead. On Debian and Ubuntu: apt-get install fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji.',
  ];
  await using page = await bare.open({ html: head + text, ...small });
  for (const parameters of [
    { kind: 'screenshot' },
    { kind: 'pdf', pdf_single_page: true },
    { kind: 'screenshot', full_page: true, metadata_fonts: true },
  ] as const)
    t.same((await page.capture(parameters)).warnings, warning);
});

t.test('no box, no warning', async (t) => {
  t.same(await warningsOf(bare, '<p>HHH'), []);
  t.same(await warningsOf(bare, '<p hidden>ไทย</p><script>"ไทย"</script><title>ไทย</title>'), []);
  t.same(await warningsOf(full, '<p>ภาษาไทย 한국어 中文 日本語 Привет 😀'), []);
});

t.test('a page that lies about its canvas, or has no body, changes nothing', async (t) => {
  const lies = `<script>OffscreenCanvas = undefined; Document.prototype.createTreeWalker = () => { throw 1 }</script><p>ไทย`;
  t.match(await warningsOf(bare, lies), [/has Thai/]);
  t.same(
    await warningsOf(
      bare,
      '<script>document.body?.remove(); document.documentElement.remove()</script>',
    ),
    [],
  );
});

t.test('inspects a long text for a short time only', async (t) => {
  const long = `<p>${'А'.repeat(1000)}</p>`.repeat(600);
  t.same(await warningsOf(full, `${long}<p>x`), []);
});
