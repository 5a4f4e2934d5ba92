import { describeEvent } from '@tintype/contract';
import type { MonitorCheck, MonitorEvent } from '@tintype/contract/wire';

type Event = Pick<MonitorEvent, 'event' | 'check'>;

const maxEntries = 50;

/**
 * Writes the events among the checks of a monitor as Atom (RFC 4287).
 * @param checks - newest first
 * @param self - address of the feed
 */
export function writeFeed(
  task: MonitorEvent['task'],
  checks: readonly MonitorCheck[],
  self: string,
): string {
  const entries = eventsOf(checks)
    .slice(0, maxEntries)
    .map((event) => entry({ ...event, task }));
  const updated = timestamp(checks[0]?.at ?? 0);
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>urn:tintype:task:${task.id}</id>
<title>${xml(task.name)}</title>
<updated>${updated}</updated>
<author><name>Tintype</name></author>
<link rel="self" href="${xml(self)}"/>
${entries.join('')}</feed>
`;
}

/** Of failures in a row, the first is an event. */
function eventsOf(checks: readonly MonitorCheck[]): Event[] {
  return checks.flatMap((check, at): Event[] => {
    if (check.outcome === 'failed') {
      return checks[at + 1]?.outcome === 'failed' ? [] : [{ event: 'failed', check }];
    }
    return [
      ...(check.outcome === 'changed' ? [{ event: 'changed' as const, check }] : []),
      ...(check.recovered ? [{ event: 'recovered' as const, check }] : []),
    ];
  });
}

function entry(event: MonitorEvent): string {
  const { title, lines, page, image } = describeEvent(event);
  const summary = [
    ...lines.map((line) => `<p>${xml(line)}</p>`),
    ...(image === undefined ? [] : [`<p><img src="${xml(image)}" alt=""></p>`]),
  ].join('');
  const { request, at } = event.check;
  return `<entry>
<id>urn:tintype:check:${request}:${event.event}</id>
<title>${xml(title)}</title>
<updated>${timestamp(at)}</updated>
${page === undefined ? '' : `<link href="${xml(page)}"/>\n`}<content type="html">${xml(summary)}</content>
</entry>
`;
}

function timestamp(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

/** Escapes text; what XML 1.0 excludes is left out. */
function xml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
