import { callInPage } from '../../page/create-page-code.ts';
import { pageCode } from '../page-code.ts';
import {
  defaultMarginPx,
  paperSize,
  prefersCssPageSize,
  resolveViewport,
  type PdfRequest,
} from '@tintype/contract';
import type { PageHandle } from '../../page/page-handle.ts';
import { wantedArea } from '../geometry/geometry.ts';
import { keepHeights } from '../geometry/keep-heights.ts';
import { metricsOverride } from '../../page/metrics-override.ts';

export interface PdfLayout {
  /** Rules for the page boxes. */
  css: string;
  /** Margins in inches, if neither the request nor the document's own @page rules set any. */
  margins: Record<`margin${'Top' | 'Right' | 'Bottom' | 'Left'}`, number>;
  /** Paper size in inches, if the document sets none; otherwise it is in the rules. */
  paper?: { paperWidth: number; paperHeight: number };
  /** Height of one page in CSS pixels. */
  height: number;
  /** True if everything must be on one page. */
  onePage: boolean;
  /** Size that the only page is cropped to, in CSS pixels. */
  crop?: { width: number; height: number };
  taller(factor: number): PdfLayout;
}

const sides = ['top', 'right', 'bottom', 'left'] as const;

type Sides = Record<(typeof sides)[number], number>;

/** Maximum factor by which Blink shrinks a wide document (kPrintingMaximumShrinkFactor). */
const maxShrink = 1.5;

/** Prevents page breaks on a single page. */
const noBreaks = `*{break-before:auto!important;break-after:auto!important;break-inside:auto!important;page:auto!important}`;

/** Chromium repeats heads and feet of tables in paged media only, not with screen styles. */
const repeatedHeads = ':where(thead,tfoot){break-inside:avoid}';

/** Computes the page boxes of a request, and prepares the document for printing. */
export async function layOut(page: PageHandle, request: PdfRequest): Promise<PdfLayout> {
  if (request.clip_width !== undefined) return layOutClip(page, request);
  if (request.pdf_single_page) return layOutSinglePage(page, request);
  const { width, height } = paperInPixels(request);
  const margins = sides.flatMap((side) => {
    const given = request[`pdf_margin_${side}`];
    return given === undefined ? [] : [`margin-${side}:${given}px!important`];
  });
  const own = prefersCssPageSize(request);
  if (!own) margins.push(`size:${width}px ${height}px!important`);
  return fixed({
    css: `${repeatedHeads}@page{${margins.join(';')}}`,
    margins: defaultMargins,
    ...(own ? { paper: { paperWidth: width / 96, paperHeight: height / 96 } } : {}),
    height,
    onePage: false,
  });
}

const defaultMargins = marginsOf(defaultMarginPx / 96);

function marginsOf(inches: number): PdfLayout['margins'] {
  return { marginTop: inches, marginRight: inches, marginBottom: inches, marginLeft: inches };
}

function fixed(layout: Omit<PdfLayout, 'taller'>): PdfLayout {
  return { ...layout, taller: () => fixed(layout) };
}

function paperInPixels(request: PdfRequest): { width: number; height: number } {
  const { width, height } = paperSize(request);
  return { width: width * 96, height: height * 96 };
}

function marginsInPixels(request: PdfRequest): Sides {
  return Object.fromEntries(
    sides.map((side) => [side, request[`pdf_margin_${side}`] ?? defaultMarginPx]),
  ) as Sides;
}

/** Lays out exactly the clip: negative margins move the box so that nothing else is drawn. */
async function layOutClip(page: PageHandle, request: PdfRequest): Promise<PdfLayout> {
  const viewport = resolveViewport(request);
  const area = await wantedArea(page, request, viewport);
  if (!area) throw new TypeError('a PDF without a clip');
  const document = await callInPage(page, pageCode.documentSize);
  const beyond = request.capture_beyond_viewport;
  const box = {
    width: Math.max(viewport.width, beyond ? document.width : 0),
    height: Math.max(viewport.height, document.height, area.y + area.height),
  };
  await keepHeights(page, viewport, { ...viewport, height: box.height });
  const { pdf_scale: scale } = request;
  const margins: Sides = {
    top: -area.y,
    right: area.x + area.width - box.width,
    bottom: area.y + area.height - box.height,
    left: -area.x,
  };
  // A document wider than its box is shrunk, unless none of it is outside its root.
  const root = { width: viewport.width, height: box.height, strict: !beyond };
  const size = { width: area.width * scale, height: area.height * scale };
  return fixed({
    css:
      noBreaks +
      (document.width > viewport.width ? rootBox(root) : '') +
      pageBox(size, margins, scale),
    margins: marginsOf(0),
    height: size.height,
    onePage: true,
    crop: size,
  });
}

/** Lays out one page, as tall as the document is at the width of the paper. */
async function layOutSinglePage(page: PageHandle, request: PdfRequest): Promise<PdfLayout> {
  const viewport = resolveViewport(request);
  const paper = paperInPixels(request);
  const margins = marginsInPixels(request);
  const { pdf_scale: scale } = request;
  const width = (paper.width - margins.left - margins.right) / scale;
  let metrics = { ...viewport, width: Math.floor(width) };
  await resize(page, metrics);
  let document = await callInPage(page, pageCode.documentSize);
  const shrink = Math.min(Math.max(1, document.width / width), maxShrink);
  if (shrink > 1) {
    metrics = { ...metrics, width: Math.floor(width * shrink) };
    await resize(page, metrics);
    document = await callInPage(page, pageCode.documentSize);
  }
  await keepHeights(page, metrics, { ...metrics, height: Math.ceil(document.height) });
  const tall = (room: number): PdfLayout => {
    const height = (room * scale) / shrink + margins.top + margins.bottom;
    return {
      css: noBreaks + pageBox({ width: paper.width, height }, margins, 1),
      margins: marginsOf(0),
      height,
      onePage: true,
      taller: (factor) => tall(room * factor),
    };
  };
  return tall(Math.ceil(document.height) + 1);
}

/** Keeps the root at the width of the window for which the document was laid out. */
function rootBox(box: { width: number; height: number; strict: boolean }): string {
  const strict = 'contain:strict!important;overflow:clip!important';
  return `html{width:${box.width}px!important;height:${box.height}px!important;${box.strict ? strict : ''}}`;
}

function pageBox(size: { width: number; height: number }, margins: Sides, scale: number): string {
  const rules = sides.map((side) => `margin-${side}:${margins[side] * scale}px!important`);
  return `@page{size:${size.width}px ${size.height}px!important;${rules.join(';')}}`;
}

async function resize(
  page: PageHandle,
  viewport: Parameters<typeof metricsOverride>[0],
): Promise<void> {
  await page.session.send('Emulation.setDeviceMetricsOverride', metricsOverride(viewport));
  await callInPage(page, pageCode.twoFrames);
}
