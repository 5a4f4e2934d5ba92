import { strFromU8, unzipSync } from 'fflate';
import { UsageError } from '../usage-error.ts';

/** The displayed content of a trace. */
export interface ReadTrace {
  summary: Record<string, unknown>;
  requests: Record<string, unknown>[];
  console: Record<string, unknown>[];
  messages: Record<string, unknown>[];
  frames: { atMs: number; image: Uint8Array }[];
}

/** No trace of ours has more. A foreign zip may be a bomb. */
const bounds = { file: 48 * 1_048_576, total: 96 * 1_048_576, files: 400 };

/**
 * Reads the zip that a render wrote.
 * @throws UsageError when it is none
 */
export function readTrace(zip: Uint8Array): ReadTrace {
  const files = unpack(zip);
  const read = (name: string): unknown => {
    const file = files[name];
    try {
      return file && JSON.parse(strFromU8(file));
    } catch {
      return undefined;
    }
  };
  const summary = read('trace.json');
  if (!isRecord(summary) || summary['version'] !== 1) {
    throw new UsageError('This is no trace of Tintype, or one of a newer version.');
  }
  const har = read('har.json');
  const log = isRecord(har) ? har['log'] : undefined;
  const frames = records(summary['frames']).flatMap(({ file, atMs }) => {
    const image = files[String(file)];
    return image ? [{ atMs: Number(atMs), image }] : [];
  });
  return {
    summary,
    requests: records(isRecord(log) ? log['entries'] : []),
    console: records(read('console.json')),
    messages: linesOf(files['cdp.jsonl']),
    frames,
  };
}

function unpack(zip: Uint8Array): Record<string, Uint8Array> {
  let [files, total] = [0, 0];
  try {
    return unzipSync(zip, {
      filter({ name, originalSize }) {
        files += 1;
        total += originalSize;
        const fits = originalSize <= bounds.file && total <= bounds.total && files <= bounds.files;
        return fits && /^(?:[a-z]+\.jsonl?|frames\/\d+\.jpeg)$/.test(name);
      },
    });
  } catch {
    throw new UsageError('The file is no zip that can be read.');
  }
}

function linesOf(file: Uint8Array | undefined): Record<string, unknown>[] {
  const lines = file === undefined ? [] : strFromU8(file).split('\n', 5000);
  return lines.flatMap((line) => {
    try {
      return records([JSON.parse(line)]);
    } catch {
      return [];
    }
  });
}

function records(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.slice(0, 5000).filter(isRecord) : [];
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
