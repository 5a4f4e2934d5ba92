import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RenderError } from '@tintype/contract/errors';
import { installedFolder, requireInstalled } from '@tintype/core/process';
import type { DecodedImage } from '../image/read-image.ts';
import { limitMemory } from './limit-memory.ts';

/** An open PDF. Pages are numbered from 0. */
export interface OpenPdf {
  pageCount: number;
  /**
   * Draws a page, and reads its text.
   * @throws RenderError `invalid_request` if it cannot be read: blank, it would equal another one
   */
  draw(number: number): Promise<PdfPage>;
}

export interface PdfPage {
  image: DecodedImage;
  text: string;
  /** Equal for pages that look alike. */
  key: string;
}

export type OpenPdfFile = (body: Uint8Array, which: string) => Promise<OpenPdf>;

const packageName = '@hyzyla/pdfium';
/** Memory for both documents. */
const maxBytes = 512 * 1_048_576;
const maxFileBytes = 50_000_000;
/** Pixels for a point, which is 1/72 inch. */
const scale = 1.5;
const maxPixels = 4_000_000;
const maxSide = 10_000;
const maxTextLength = 100_000;

/** The part of pdfium that is used. */
interface Pdfium {
  PDFiumLibrary: {
    init(options: { wasmBinary: ArrayBuffer }): Promise<{
      loadDocument(body: Uint8Array): Promise<PdfiumDocument>;
    }>;
  };
}

interface PdfiumDocument {
  getPageCount(): number;
  getPage(number: number): {
    getOriginalSize(): { originalWidth: number; originalHeight: number };
    getText(): string;
    render(options: object): Promise<{ data: Uint8Array }>;
  };
}

/**
 * Loads pdfium.
 * @throws RenderError `unsupported` if its package, which is optional, is not installed
 */
export async function loadPdfium(): Promise<OpenPdfFile> {
  const dependent = { name: '@tintype/compare', url: import.meta.url };
  const { pdfium, wasm } = findPdfium(dependent);
  const wasmBinary = limitMemory(wasm, maxBytes).buffer;
  const library = await pdfium.PDFiumLibrary.init({ wasmBinary });
  return async (body, which) => {
    if (body.byteLength > maxFileBytes) {
      const message = `PDFs of at most ${maxFileBytes} bytes can be compared; the ${which} one has ${body.byteLength}.`;
      throw new RenderError('invalid_request', message);
    }
    const document = await library.loadDocument(body).catch((cause: unknown) => {
      const isLocked = cause instanceof Error && /password/i.test(cause.message);
      const problem = isLocked ? 'opens with a password only' : 'is no PDF that can be read';
      throw new RenderError('invalid_request', `The ${which} file ${problem}.`, { cause });
    });
    const draw = async (number: number) =>
      drawPage(document, number).catch((cause: unknown) => {
        // Of WebAssembly: the document as a whole cannot be drawn.
        if (cause instanceof Error && cause.name === 'RuntimeError') throw cause;
        const message = `Page ${number + 1} of the ${which} file cannot be read.`;
        throw new RenderError('invalid_request', message, { cause });
      });
    return { pageCount: document.getPageCount(), draw };
  };
}

function findPdfium(dependent: { name: string; url: string }): {
  pdfium: Pdfium;
  wasm: Uint8Array;
} {
  let folder: string;
  try {
    folder = installedFolder(packageName, dependent);
  } catch (cause) {
    const message = `PDFs are compared with the package ${packageName}, which is not installed: npm i ${packageName}`;
    throw new RenderError('unsupported', message, { cause });
  }
  const wasm = readFileSync(join(folder, 'dist/pdfium.wasm'));
  return { pdfium: requireInstalled<Pdfium>(packageName, dependent), wasm };
}

async function drawPage(document: PdfiumDocument, number: number): Promise<PdfPage> {
  const page = document.getPage(number);
  const { originalWidth, originalHeight } = page.getOriginalSize();
  if (!(originalWidth > 0 && originalHeight > 0)) throw new Error('The page has no size.');
  const size = sizeOf(originalWidth, originalHeight);
  const text = page.getText().slice(0, maxTextLength);
  const { data } = await page.render({
    ...size,
    scale: 1,
    render: 'bitmap',
    renderFormFields: true,
  });
  const key = createHash('sha256').update(`${size.width} `).update(data).digest('base64');
  return { image: decoded(size, data), text, key };
}

function sizeOf(across: number, down: number): { width: number; height: number } {
  const factor = Math.min(scale, Math.sqrt(maxPixels / (across * down)));
  const side = (points: number) => Math.min(maxSide, Math.max(1, Math.round(points * factor)));
  return { width: side(across), height: side(down) };
}

function decoded({ width, height }: { width: number; height: number }, data: Uint8Array) {
  return {
    width,
    height,
    pixels: async (canvasWidth: number): Promise<Uint8Array> => {
      if (canvasWidth === width) return data;
      const wider = new Uint8Array(canvasWidth * height * 4).fill(255);
      for (let row = 0; row < height; row += 1) {
        wider.set(data.subarray(row * width * 4, (row + 1) * width * 4), row * canvasWidth * 4);
      }
      return wider;
    },
  };
}
