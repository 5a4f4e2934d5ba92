import { execFileSync } from 'node:child_process';
import { readPixels, unlessInstalled, type DecodedImage } from '@tintype/testkit';
import sharp from 'sharp';

/** One word of a page, in points from its top left corner. */
export interface Word {
  text: string;
  page: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Why tests that need poppler are skipped, or false where it is installed. */
export const withoutPoppler = unlessInstalled('pdfinfo', 'pdffonts', 'pdftoppm', 'pdftotext');

function poppler(tool: string, args: string[], body: Uint8Array): Buffer {
  return execFileSync(tool, args, { input: body, maxBuffer: 2 ** 28 });
}

/** Output of `pdfinfo`: `Pages`, `Title`, `Tagged` and so on. */
export function pdfInfo(body: Uint8Array): Record<string, string> {
  const lines = poppler('pdfinfo', ['-'], body).toString().trim().split('\n');
  return Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
}

/** Width and height of the pages in points; throws when they differ. */
export function pageSize(body: Uint8Array): { width: number; height: number } {
  const sizes = poppler('pdfinfo', ['-l', '9999', '-'], body)
    .toString()
    .matchAll(/^Page +\d+ size: +([\d.]+) x ([\d.]+) pts/gm);
  const [first, ...others] = Array.from(sizes, ([, width, height]) => `${width} x ${height}`);
  if (first === undefined || others.some((other) => other !== first))
    throw new Error(`pages of several sizes: ${[first, ...others].join(', ')}`);
  const [width = 0, height = 0] = first.split(' x ').map(Number);
  return { width, height };
}

/** The text as a person selects it. */
export function pdfText(body: Uint8Array): string {
  return poppler('pdftotext', ['-', '-'], body).toString();
}

/** Every word and its place. */
export function pdfWords(body: Uint8Array): Word[] {
  const pages = poppler('pdftotext', ['-bbox', '-', '-'], body).toString().split('<page ').slice(1);
  return pages.flatMap((page, index) =>
    Array.from(
      page.matchAll(/<word xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">(.*?)<\/word>/g),
      ([, left, top, right, bottom, text = '']) => ({
        text,
        page: index + 1,
        left: Number(left),
        top: Number(top),
        right: Number(right),
        bottom: Number(bottom),
      }),
    ),
  );
}

/** The fonts: name, and whether the file brings it. */
export function pdfFonts(body: Uint8Array): { name: string; embedded: boolean }[] {
  const [, rule = '', ...rows] = poppler('pdffonts', ['-'], body).toString().trimEnd().split('\n');
  const columns = Array.from(
    rule.matchAll(/-+/g),
    ({ index, 0: text }) => [index, index + text.length] as const,
  );
  return rows.map((row) => {
    const cell = (column: number) => row.slice(...(columns[column] ?? [0, 0])).trim();
    return { name: cell(0), embedded: cell(3) === 'yes' };
  });
}

/** The addresses that the links of the file lead to. */
export function pdfLinks(body: Uint8Array): string[] {
  const rows = poppler('pdfinfo', ['-url', '-'], body).toString().trim().split('\n').slice(1);
  return rows.map((row) => row.trim().split(/\s+/).slice(2).join(' '));
}

/** One page as pixels: 96 dots per inch make one of each CSS pixel. */
export async function pdfPixels(body: Uint8Array, page = 1, dpi = 96): Promise<DecodedImage> {
  const args = [
    '-r',
    String(dpi),
    '-f',
    String(page),
    '-l',
    String(page),
    '-aa',
    'no',
    '-aaVector',
    'no',
  ];
  const ppm = poppler('pdftoppm', [...args, '-'], body);
  const [header = '', width, height] =
    /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(ppm.toString('latin1', 0, 40)) ?? [];
  const raw = { width: Number(width), height: Number(height), channels: 3 as const };
  return readPixels(await sharp(ppm.subarray(header.length), { raw }).png().toBuffer());
}
