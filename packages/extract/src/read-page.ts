import { RenderError, type ScrapeRequest } from '@tintype/contract';
import { callInPage, invalidSelector, syntheticHost, type PageHandle } from '@tintype/core';
import type { PageProblem, VisiblePage } from './in-page/visible-types.ts';
import { pageCode } from './page-code.ts';

/** Deeper than people nest, and shallow enough for code that descends by calling itself. */
const maxDepth = 128;

/** The document as it stands, as HTML text. */
export async function readPageHtml(
  page: PageHandle,
  request: ScrapeRequest,
  maxChars: number,
): Promise<string> {
  const { html } = await answerOf(
    callInPage(page, pageCode.readDocument, {
      ...(request.selector === undefined ? {} : { selector: request.selector }),
      hideSelectors: leftOut(request),
      maxChars,
    }),
    request,
    maxChars,
  );
  return html;
}

/** The limits of `format: elements`. */
const elementLimits = { found: 5000, inspected: 100_000, ms: 3000, text: 120, url: 500 };

/** The visible elements of the document, as JSON. */
export async function readPageElements(
  page: PageHandle,
  request: ScrapeRequest,
  warn: (message: string) => void,
): Promise<string> {
  const { isCut, ...found } = await answerOf(
    callInPage(page, pageCode.readElements, leftOut(request), elementLimits),
    request,
    0,
  );
  if (isCut) warn('elements: the page has more elements than are read, so the last are left out.');
  return JSON.stringify(found);
}

export function readPage(
  page: PageHandle,
  request: ScrapeRequest,
  maxChars: number,
): Promise<VisiblePage> {
  const isDescribed = request.format === 'json' || request.front_matter;
  return answerOf(
    callInPage(page, pageCode.readVisible, {
      ...(request.selector === undefined ? {} : { selector: request.selector }),
      hideSelectors: leftOut(request),
      maxChars,
      maxDepth,
      scriptsRan: request.js_enabled,
      ownHost: syntheticHost,
      structure: request.main_content || isDescribed,
      head: request.main_content || isDescribed,
      closedParts: request.main_content,
    }),
    request,
    maxChars,
  );
}

async function answerOf<T extends object>(
  asked: Promise<T | PageProblem>,
  request: ScrapeRequest,
  maxChars: number,
): Promise<T> {
  let answer: T | PageProblem;
  try {
    answer = await asked;
  } catch (error) {
    throw selectorError(error, request);
  }
  if (!('problem' in answer)) return answer;
  if (answer.problem === 'selector_not_found') {
    throw new RenderError(
      'selector_not_found',
      `selector: nothing on the page matched ${JSON.stringify(request.selector)}.`,
    );
  }
  throw new RenderError(
    'response_too_large',
    `The HTML of the page is longer than ${maxChars} characters. Choose a part of it with selector.`,
  );
}

/** Selectors of elements whose text is left out. */
export function leftOut({
  hide_selectors: hidden = [],
  ignore_selectors: ignored = [],
}: Pick<ScrapeRequest, 'hide_selectors' | 'ignore_selectors'>): readonly string[] {
  return [...hidden, ...ignored];
}

function selectorError(error: unknown, request: ScrapeRequest): unknown {
  const parameterOf = (wrong: string) =>
    request.selector === wrong || leftOut(request).length === 0
      ? 'selector'
      : request.ignore_selectors?.includes(wrong)
        ? 'ignore_selectors'
        : 'hide_selectors';
  return invalidSelector(error, parameterOf) ?? error;
}
