import type { Figures } from './report-data.ts';

export interface Bar {
  name: string;
  value: Figures;
  /** Shown after the figure. */
  note?: string;
}

const rowHeight = 30;
const left = 190;
const width = 760;
const room = 330;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const style = `text { font: 13px system-ui, sans-serif; fill: #222 } .title { font-weight: 600; font-size: 14px } .bar { fill: #9aa7b4 } .own { fill: #0b6bcb }
.line { stroke: #222; stroke-width: 1.5 } @media (prefers-color-scheme: dark) { text { fill: #ddd } .bar { fill: #5b6875 } .own { fill: #4d9fec } .line { stroke: #ddd } }`;

/** Bars that lie, one for each contender, with a line from the least to the most of the rounds. */
export function barChart(title: string, bars: readonly Bar[]): string {
  const max = Math.max(...bars.map(({ value }) => value.max));
  const scale = (value: number) => Math.round((value / max) * room);
  const rows = bars.map(({ name, value, note = '' }, row) => {
    const top = 34 + row * rowHeight;
    const middle = top + 9;
    const [from, to] = [left + scale(value.least), left + scale(value.max)];
    return `<text x="${left - 10}" y="${middle + 5}" text-anchor="end">${escaped(name)}</text>
<rect class="${name.startsWith('tintype') ? 'own' : 'bar'}" x="${left}" y="${top}" width="${Math.max(1, scale(value.median))}" height="18" rx="2"/>
<path class="line" d="M${from} ${middle}H${to}M${from} ${middle - 4}v8M${to} ${middle - 4}v8" fill="none"/>
<text x="${to + 10}" y="${middle + 5}">${shortFigure(value.median)}${escaped(note)}</text>`;
  });
  const height = 44 + bars.length * rowHeight;
  const label = `${title}: ${bars.map(({ name, value }) => `${name} ${shortFigure(value.median)}`).join(', ')}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(label)}">
<style>${style}</style>
<text class="title" x="0" y="16">${escaped(title)}</text>
${rows.join('\n')}
</svg>
`;
}

/** Three digits that count. */
export function shortFigure(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
