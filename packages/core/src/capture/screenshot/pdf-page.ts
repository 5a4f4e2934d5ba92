import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { installedFolder } from '../../installed.ts';
import { RenderError } from '@tintype/contract';
import type { PageHandle } from '../../page/page-handle.ts';

/** Maximum side of a canvas: Chromium draws nothing into a longer one. */
const maxCanvasSide = 16_384;
/** Maximum pixels of a canvas, about 256 MB. */
const maxCanvasPixels = 67_000_000;

/** The script of the document that replaces the PDF. {@link pdfDrawing} reads its result. */
const viewer = `
const bytesOf = (id) => Uint8Array.from(atob(document.getElementById(id).textContent), (c) => c.charCodeAt(0));
window.tintypePdf = (async () => {
  const pdfjs = await import(URL.createObjectURL(new Blob([bytesOf('viewer')], { type: 'text/javascript' })));
  const pdf = await pdfjs.getDocument({ data: bytesOf('file'), useSystemFonts: true, isEvalSupported: false }).promise;
  const number = Number(/\\bpage=(\\d+)/.exec(location.hash)?.[1] ?? 1);
  const pages = pdf.numPages;
  if (number < 1 || number > pages) return { number, pages };
  const page = await pdf.getPage(number);
  const { width, height } = page.getViewport({ scale: 1 });
  const scale = Math.min(innerWidth * devicePixelRatio / width, ${maxCanvasSide} / height, Math.sqrt(${maxCanvasPixels} / width / height));
  const viewport = page.getViewport({ scale });
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(viewport.width));
  canvas.height = Math.max(1, Math.round(viewport.height));
  document.body.append(canvas);
  await page.render({ canvas, canvasContext: canvas.getContext('2d'), viewport }).promise;
  return { number, pages };
})().catch((error) => ({ error: error.name === 'PasswordException' ? 'it opens with a password only' : String(error.message).replace(/\\.$/, '').slice(0, 200) }));
`;

/** Reads pdf.js, in base64. */
export async function loadViewer(): Promise<string> {
  const folder = installedFolder('unpdf', { name: '@tintype/core', url: import.meta.url });
  return readFile(path.join(folder, 'dist/pdfjs.mjs'), 'base64');
}

/** Returns a document in which pdf.js draws one page; its policy allows no connection. */
export function pdfDocument(bytes: Uint8Array, viewerSource: string): string {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  return `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>PDF</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline' blob:; font-src blob: data:; img-src blob: data:">
<style>body { margin: 0 } canvas { display: block; width: 100% }</style>
<script type="text/plain" id="viewer">${viewerSource}</script>
<script type="text/plain" id="file">${file}</script>
<script>${viewer}</script>`;
}

interface Drawing {
  number: number;
  pages: number;
}

/**
 * Waits until the page of a PDF has been drawn.
 * @throws {@link RenderError} `download` if the file cannot be read or has no such page
 */
export async function pdfDrawing({ session, deadline }: PageHandle): Promise<Drawing> {
  const { result } = await deadline.race(
    session.send('Runtime.evaluate', {
      expression: 'window.tintypePdf',
      awaitPromise: true,
      returnByValue: true,
    }),
  );
  const drawing = result.value as Drawing | { error: string } | undefined;
  if (drawing === undefined) throw new RenderError('download', 'The PDF was not drawn.');
  if ('error' in drawing) {
    throw new RenderError('download', `The PDF cannot be shown: ${drawing.error}.`);
  }
  const { number, pages } = drawing;
  if (number < 1 || number > pages) {
    throw new RenderError('download', `The PDF has no page ${number}; it has ${pages}.`);
  }
  return drawing;
}
