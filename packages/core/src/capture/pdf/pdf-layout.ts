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

/** Layout of the document on its paper. */
export interface PdfLayout {
  /** Rules for the page boxes. */
  css: string;
  /** Margins where neither the request nor the document's own @page rules name any, in inches. */
  margins: Record<`margin${'Top' | 'Right' | 'Bottom' | 'Left'}`, number>;
  /** The paper where the document names none, in inches; elsewhere it is in the rules. */
  paper?: { paperWidth: number; paperHeight: number };
  /** Height of one page in CSS pixels. */
  height: number;
  /** True if everything must be on one page. */
  onePage: boolean;
  /** Size that the only page is cropped to, in CSS pixels. */
  crop?: { width: number; height: number };
  /** The same with more room downwards. */
  taller(factor: number): PdfLayout;
}

const sides = ['top', 'right', 'bottom', 'left'] as const;

type Sides = Record<(typeof sides)[number], number>;

/**
 * Blink shrinks a document that is wider than the paper, at most so much
 * (kPrintingMaximumShrinkFactor).
 */
const maxShrink = 1.5;

/** Nothing may end a page where there is only one. */
const noBreaks = `*{break-before:auto!important;break-after:auto!important;break-inside:auto!important;page:auto!important}`;

/**
 * Chromium repeats a table's head and foot where they are not to be broken, and its own sheet says
 * so for paged media alone: not for a page that is printed as it looks on the screen. A rule of the
 * page's own still wins.
 */
const repeatedHeads = ':where(thead,tfoot){break-inside:avoid}';

/**
 * Works out the page boxes that a request asks for, and brings the document into the shape to be
 * printed.
 */
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

/**
 * A page that shows exactly the clip: the document is laid out for a box as large as it is on the
 * screen, and margins below zero move the box so that the page is the clip. What lies outside is
 * not drawn, so it is not in the file.
 */
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
  // A document wider than its box is shrunk, unless nothing of it lies outside of its root.
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

/** One page as tall as the document is when it is laid out for the width of the paper. */
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

/** Keeps the root as wide as the window that the document was laid out for. */
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
