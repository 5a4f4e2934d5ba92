/** Formats a size: `1.2 MB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/** Formats a duration: `340 ms`, `1.2 s`, `3 min`. */
export function formatMs(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.round(ms / 60_000)} min`;
}

/** Formats a timestamp in Unix seconds, in a time zone: by default that of the browser. */
export function formatTime(seconds: number, timeZone?: string): string {
  const options = {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...(timeZone && { timeZone }),
  } as const;
  const text = new Intl.DateTimeFormat('en-GB', options).format(seconds * 1000);
  // Allows a line break only before the time.
  return text.replaceAll(/ (?=.*,)/g, '\u00a0');
}

/** Formats the age of a timestamp: `2 min ago`. */
export function formatAgo(seconds: number, now = Date.now()): string {
  const passed = Math.max(0, Math.round(now / 1000 - seconds));
  if (passed < 60) return `${passed} s ago`;
  if (passed < 3_600) return `${Math.floor(passed / 60)} min ago`;
  if (passed < 86_400) return `${Math.floor(passed / 3_600)} h ago`;
  return `${Math.floor(passed / 86_400)} d ago`;
}

/** Returns host and path of a URL, or the start of other text. */
export function shortUrl(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return url.slice(0, 80);
  const path = parsed.pathname === '/' ? '' : parsed.pathname;
  return `${parsed.host}${path}`.slice(0, 80);
}

/** Returns a share as a percentage of two digits. */
export function percentOf(share: number): string {
  const percent = share * 100;
  return `${percent > 0 && percent < 0.01 ? 'less than 0.01' : percent.toFixed(2)} %`;
}

/** Shortens a text in the middle, so that its start and its end are visible. */
export function shortenMiddle(text: string, max: number): string {
  const letters = [...text];
  if (letters.length <= max) return text;
  const start = Math.ceil((max - 1) / 2);
  return `${letters.slice(0, start).join('')}…${letters.slice(start + 1 - max).join('')}`;
}

export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
