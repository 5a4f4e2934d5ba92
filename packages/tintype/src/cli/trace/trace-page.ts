import type { Trace } from '@tintype/contract/trace';

/** Nothing is loaded and no script runs, as pages put untrusted content into their traces. */
const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";

const style = `
  :root { color-scheme: light dark; font: 14px/1.4 system-ui, sans-serif }
  body { margin: 2rem auto; max-width: 75rem; padding: 0 1rem }
  table { border-collapse: collapse; width: 100%; table-layout: fixed }
  td, th { text-align: left; padding: .2rem .5rem; border-bottom: 1px solid #8884; overflow-wrap: anywhere; vertical-align: top }
  th:not(:last-child), td:not(:last-child) { width: 6rem }
  .film { display: flex; gap: .5rem; overflow-x: auto } .film img { height: 9rem; border: 1px solid #8886 }
  figure { margin: 0; text-align: center } figcaption { font-size: 12px }
  .bar { position: relative; height: 1em; background: #8882 } .bar i { position: absolute; height: 100%; min-width: 2px; background: #48c }
  pre { white-space: pre-wrap; overflow-wrap: anywhere } .failed { color: #c33 }
`;

export function tracePage(trace: Trace, name: string): string {
  const { kind, url, receipt, error, stages, requests, console, messages, frames } = trace;
  const end = error
    ? `<p class="failed">${text(error.code)}: ${text(error.message)}</p>`
    : `<pre>${text(JSON.stringify(receipt ?? {}, undefined, 2))}</pre>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><title>${text(name)}</title><style>${style}</style></head><body>
<h1>${text(name)}</h1>
<p>${text(kind)} ${text(url)}</p>
<h2>${error ? 'Error' : 'Receipt'}</h2>
${end}
<h2>Stages</h2>
${stagesTable(stages)}
<h2>Images of the load (${frames.length})</h2>
<div class="film">${frames.map(frame).join('')}</div>
<h2>Requests (${requests.length})</h2>
${requestsTable(requests)}
<h2>Console (${console.length})</h2>
${table(
  ['ms', 'level', 'message'],
  console.map(({ atMs, level, text: said }) => [text(atMs), text(level), text(said)]),
)}
<details><summary><h2 style="display:inline">Messages of the browser (${messages.length})</h2></summary>
${table(
  ['ms', 'type', 'message'],
  messages.map(({ atMs, type, method, params, durationMs }) => [
    text(atMs),
    text(type),
    `<b>${text(method)}</b> ${durationMs === undefined ? '' : `${text(durationMs)} ms`} ${params === undefined ? '' : text(JSON.stringify(params))}`,
  ]),
)}
</details>
</body></html>
`;
}

function frame({ atMs, image }: Trace['frames'][number]): string {
  const data = Buffer.from(image).toString('base64');
  return `<figure><img alt="" src="data:image/jpeg;base64,${data}"><figcaption>${text(atMs)} ms</figcaption></figure>`;
}

function stagesTable(stages: Trace['stages']): string {
  const total = wholeMs(stages);
  return table(
    ['stage', 'ms', ''],
    stages.map(({ stage, startMs, durationMs }) => [
      text(stage),
      text(Math.round(durationMs)),
      bar(startMs / total, durationMs / total),
    ]),
  );
}

function requestsTable(requests: Trace['requests']): string {
  const total = wholeMs(requests);
  return table(
    ['status', 'ms', 'address'],
    requests.map(({ url, status, startMs, durationMs }) => [
      text(status),
      text(Math.round(durationMs)),
      `${text(url)}${bar(startMs / total, durationMs / total)}`,
    ]),
  );
}

function wholeMs(spans: readonly { startMs: number; durationMs: number }[]): number {
  return Math.max(1, ...spans.map(({ startMs, durationMs }) => startMs + durationMs));
}

function bar(from: number, share: number): string {
  const percent = (value: number) => `${(Math.min(1, Math.max(0, value)) * 100).toFixed(2)}%`;
  return `<div class="bar"><i style="left:${percent(from)};width:${percent(share)}"></i></div>`;
}

/** @param rows - cells as HTML */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  return `<table>${row(head.map(text), 'th')}${rows.map((cells) => row(cells, 'td')).join('\n')}</table>`;
}

/** Returns untrusted text as HTML. */
export function text(value: unknown): string {
  return String(value ?? '').replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
