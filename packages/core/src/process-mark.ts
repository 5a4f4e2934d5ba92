import { readFileSync, readlinkSync } from 'node:fs';

/**
 * A folder without a note of its owner is left alone for so long: its maker may be about to write
 * the note.
 */
const unownedAgeMs = 3_600_000;

/**
 * What a process writes into a folder of its own, so that others know when it is gone. It tells a
 * process from a later one with the same number: its pid namespace and its start time.
 */
export function ownerNote(): string {
  return processMark(process.pid) ?? 'unknown';
}

/**
 * Whether the process is gone that made a folder: by its number, the note it left in there, and the
 * age of the folder.
 */
export function isOwnerGone(pid: number, note: string | undefined, ageMs: number): boolean {
  if (note === undefined) return !isAlive(pid) && ageMs > unownedAgeMs;
  if (note === 'unknown') return !isAlive(pid);
  // Of another container that shares the folder: the number means nothing here.
  if (note.split(' ')[0] !== pidNamespace()) return ageMs > 24 * unownedAgeMs;
  return processMark(pid) !== note;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Undefined when it is gone, or not on Linux. */
function processMark(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Field 22 of proc(5); the name in field 2 may hold spaces and brackets.
    const startTime = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return `${pidNamespace()} ${startTime}`;
  } catch {
    return undefined;
  }
}

function pidNamespace(): string | undefined {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return undefined;
  }
}
