import { randomBytes } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import t from 'tap';
import { packTrace, type TraceSummary } from './pack-trace.ts';
import type { TraceState } from './trace-state.ts';

const mebibytes = 8;

t.test('does not block the event loop while packing a large trace', async (t) => {
  const mhtml = Buffer.from(randomBytes((mebibytes * 2 ** 20 * 3) / 4).toString('base64'));
  const image = randomBytes(3 * 2 ** 20);
  const state: TraceState = {
    startedMs: performance.now() - 60_000,
    stages: [{ stage: 'load', startMs: 1, durationMs: 2 }] as never,
    film: { frames: [{ atMs: 5, image }], stop: async () => {} },
    mhtml,
  };
  let turns = 0;
  let isPacked = false;
  const turn = () => {
    turns += 1;
    if (!isPacked) setImmediate(turn);
  };
  setImmediate(turn);
  const zip = await packTrace(state, { kind: 'pdf' }, 'an-id');
  isPacked = true;
  t.ok(turns >= mebibytes, `${turns} turns of the event loop`);

  const files = unzipSync(zip);
  t.same(Object.keys(files), [
    'trace.json',
    'har.json',
    'console.json',
    'cdp.jsonl',
    'page.mhtml',
    'frames/0001.jpeg',
  ]);
  t.ok(mhtml.equals(files['page.mhtml'] ?? new Uint8Array()), 'page');
  t.ok(image.equals(files['frames/0001.jpeg'] ?? new Uint8Array()), 'image');
  const summary = JSON.parse(strFromU8(files['trace.json'] ?? new Uint8Array())) as TraceSummary;
  t.ok(Date.now() - Date.parse(summary.started) >= 60_000, summary.started);
  t.match(summary, {
    id: 'an-id',
    kind: 'pdf',
    frames: [{ file: 'frames/0001.jpeg', atMs: 5 }],
  });
  t.ok(zip.byteLength < mhtml.byteLength * 0.8 + image.byteLength, 'compressed');
});
