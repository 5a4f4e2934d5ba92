/** Keys that have a place of their own in a line, or mean nothing to a person. */
const PLACED = new Set(['time', 'level', 'msg', 'err']);

/** Formats a line of JSON: `12:00:01 info  GET /v1/screenshot 200 durationMs=412`. */
export function textLine(json: string): string {
  const fields = parse(json);
  if (fields === undefined) return json;
  const { time, level, msg, err } = fields;
  const pairs = Object.entries(fields)
    .filter(([key, value]) => !PLACED.has(key) && value !== undefined)
    .map(
      ([key, value]) =>
        `${key}=${typeof value === 'object' ? JSON.stringify(value) : String(value)}`,
    );
  const { stack, message } = (err ?? {}) as { stack?: string; message?: string };
  const parts = [
    String(time).slice(11, 19),
    String(level).padEnd(5),
    String(msg ?? message ?? ''),
    ...pairs,
  ];
  const trace = stack === undefined ? '' : `\n${stack.replace(/^/gm, '  ')}`;
  return `${parts.join(' ')}${trace}\n`;
}

/** A line that is hard to read is better than none. */
function parse(json: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(json) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
