import { isRecord, type ReadTrace } from './read-trace.ts';

/** Nothing is loaded, and no script runs: what a page wrote into its trace stays text. */
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

/** One page with all of a trace. */
export function tracePage(trace: ReadTrace, name: string): string {
  const { summary, requests, console, messages, frames } = trace;
  const { kind, url, result, error, stages } = summary;
  const end = isRecord(error)
    ? `<p class="failed">${text(error['code'])}: ${text(error['message'])}</p>`
    : `<pre>${text(JSON.stringify(isRecord(result) ? result['receipt'] : {}, undefined, 2))}</pre>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><title>${text(name)}</title><style>${style}</style></head><body>
<h1>${text(name)}</h1>
<p>${text(kind)} ${text(url ?? '')}</p>
<h2>${isRecord(error) ? 'Error' : 'Receipt'}</h2>
${end}
<h2>Stages</h2>
${stagesTable(Array.isArray(stages) ? stages.filter(isRecord) : [])}
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

function frame({ atMs, image }: ReadTrace['frames'][number]): string {
  const data = Buffer.from(image).toString('base64');
  return `<figure><img alt="" src="data:image/jpeg;base64,${data}"><figcaption>${text(atMs)} ms</figcaption></figure>`;
}

function stagesTable(stages: readonly Record<string, unknown>[]): string {
  const timed = stages.map(({ stage, startMs, durationMs }) => ({
    stage,
    start: number(startMs),
    took: number(durationMs),
  }));
  const total = Math.max(1, ...timed.map(({ start, took }) => start + took));
  return table(
    ['stage', 'ms', ''],
    timed.map(({ stage, start, took }) => [
      text(stage),
      text(Math.round(took)),
      bar(start / total, took / total),
    ]),
  );
}

function requestsTable(requests: readonly Record<string, unknown>[]): string {
  const timed = requests.map((entry) => {
    const { request, response, startedDateTime, time, _error: error } = entry;
    const at = Date.parse(String(startedDateTime));
    return { request, response, error, at: Number.isFinite(at) ? at : 0, took: number(time) };
  });
  const first = Math.min(...timed.map(({ at }) => at));
  const total = Math.max(1, ...timed.map(({ at, took }) => at - first + took));
  return table(
    ['status', 'ms', 'address'],
    timed.map(({ request, response, error, at, took }) => [
      text(error ?? (isRecord(response) ? response['status'] : '')),
      text(Math.round(took)),
      `${text(isRecord(request) ? request['url'] : '')}${bar((at - first) / total, took / total)}`,
    ]),
  );
}

function bar(from: number, share: number): string {
  const percent = (value: number) => `${(Math.min(1, Math.max(0, value)) * 100).toFixed(2)}%`;
  return `<div class="bar"><i style="left:${percent(from)};width:${percent(share)}"></i></div>`;
}

/** Cells are HTML already. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  return `<table>${row(head.map(text), 'th')}${rows.map((cells) => row(cells, 'td')).join('\n')}</table>`;
}

function number(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

/** Anything of a trace, as text of HTML. */
function text(value: unknown): string {
  return String(value ?? '').replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
