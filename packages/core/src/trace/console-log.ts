import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../browser-source.ts';
import { copyOfStart } from '../traffic/shown-url.ts';

export interface ConsoleEntry {
  /** Absent if there was no listener when it occurred. */
  atMs?: number;
  level: string;
  text: string;
}

/** Maximum number of messages; further ones are omitted. */
const maxEntries = 1000;
const longestText = 1000;
const maxParts = 100;

/** Records the console of a page: `console`, uncaught errors, messages of the browser. */
export function createConsoleLog(session: CdpSession, startedMs: number): ConsoleEntry[] {
  const entries: ConsoleEntry[] = [];
  const add = (level: string, text: string) => {
    if (entries.length >= maxEntries) return;
    const atMs = Math.round(performance.now() - startedMs);
    entries.push({ atMs, level, text: copyOfStart(text, longestText) });
  };
  session.on('Runtime.consoleAPICalled', ({ type, args }) => {
    add(type, args.slice(0, maxParts).map(shown).join(' '));
  });
  session.on('Runtime.exceptionThrown', ({ exceptionDetails: { text, exception } }) => {
    add('error', exception?.description ?? text);
  });
  session.on('Log.entryAdded', ({ entry: { level, text } }) => add(level, text));
  return entries;
}

function shown({ value, description, type }: Protocol.Runtime.RemoteObject): string {
  if (typeof value === 'string') return value.slice(0, longestText);
  return (value === undefined ? (description ?? type) : JSON.stringify(value)).slice(
    0,
    longestText,
  );
}
