import { createHash } from 'node:crypto';
import type { ImageComparison } from '@tintype/compare';
import { text } from '../../trace/trace-page.ts';
import { describeComparison } from '../describe-comparison.ts';
import type { Outcome } from './check-page.ts';
import { reportScript, reportStyle } from './report-parts.ts';

/** A page of a report. Images are relative addresses. */
export interface ReportedPage {
  outcome: Outcome;
  title: string;
  address: string;
  isUnstable: boolean;
  error?: string;
  warnings: readonly string[];
  comparison?: ImageComparison;
  images: { before?: string; after?: string; differences?: string };
}

const hashOf = (content: string) =>
  `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

/** Only the script and the style of the report apply; images are those beside it. */
const policy = `default-src 'none'; img-src 'self' file:; script-src ${hashOf(reportScript)}; style-src ${hashOf(reportStyle)}`;

const outcomes = ['changed', 'new', 'failed', 'same'] as const;

/** Returns the report of a suite as HTML. Titles, addresses and messages are untrusted. */
export function reportPage(pages: readonly ReportedPage[]): string {
  const count = (outcome: Outcome) => pages.filter((page) => page.outcome === outcome).length;
  const filters = outcomes.map(
    (outcome) =>
      `<label><input type="checkbox" name="outcome" value="${outcome}"${outcome === 'same' && count('same') < pages.length ? '' : ' checked'}> <b class="${outcome}">${outcome}</b> ${count(outcome)}</label>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${count('changed')} changed, ${count('new')} new, ${count('failed')} failed of ${pages.length}</title>
<style>${reportStyle}</style></head><body>
<header><h1>Comparison of ${pages.length} ${pages.length === 1 ? 'page' : 'pages'}</h1>
<form>${filters.join('\n')}
<label>View <select name="view"><option value="differences">Differences</option><option value="slider">Slider</option><option value="both">Side by side</option></select></label></form></header>
<main>
${pages.map(section).join('\n')}
<p class="none" hidden>No page has these outcomes.</p>
</main>
<script>${reportScript}</script>
</body></html>
`;
}

function section({
  outcome,
  title,
  address,
  isUnstable,
  error,
  warnings,
  comparison,
  images,
}: ReportedPage): string {
  const figures = comparison && outcome !== 'same' ? describeComparison(comparison) : [];
  const notes = [
    ...(error === undefined ? [] : [error]),
    ...(isUnstable ? ['It differed when it was rendered again: a part of it is not stable.'] : []),
    ...warnings,
  ];
  return `<section data-outcome="${outcome}"><h2><b class="${outcome}">${outcome}</b> ${text(title)}</h2>
<p class="address">${text(address)}</p>
${notes.map((note) => `<p>${text(note)}</p>`).join('\n')}
${figures.length === 0 ? '' : `<pre>${text(figures.join('\n'))}</pre>`}
${views(images, title)}</section>`;
}

function views({ before, after, differences }: ReportedPage['images'], title: string): string {
  const image = (source: string, what: string) =>
    `<img loading="lazy" src="${text(source)}" alt="${what}: ${text(title)}">`;
  if (before === undefined || after === undefined) {
    const only = after ?? before;
    return only === undefined ? '' : `<div class="view">${image(only, 'Image')}</div>`;
  }
  const both = `<figure>${image(before, 'Before')}<figcaption>Before</figcaption></figure><figure>${image(after, 'After')}<figcaption>After</figcaption></figure>`;
  const over = differences === undefined ? '' : image(differences, 'Differences');
  return `<div class="view differences">${over}</div>
<div class="view slider" hidden><div class="stack">${image(before, 'Before')}${image(after, 'After')}</div>
<label>Before <input type="range" min="0" max="100" value="50" aria-label="Share of the earlier image"> After</label></div>
<div class="view both" hidden>${both}</div>`;
}
