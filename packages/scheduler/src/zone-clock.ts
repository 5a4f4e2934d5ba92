import { IANAZone } from 'luxon';

/**
 * The local time of a zone, as the Unix milliseconds at which UTC has that reading ("wall"):
 * arithmetic on it needs no clock changes.
 */
export interface ZoneClock {
  /** The local time at a timestamp. */
  wallAt(instant: number): number;
  /**
   * Returns the timestamps at which the local time is `wall`: usually one, two while the clock is
   * set back. In a skipped hour, the timestamp right after the gap.
   */
  instantsOf(wall: number): readonly [number, ...number[]];
}

const hourMs = 3_600_000;

/** Zones are at most 12 hours behind UTC and 14 ahead; one more hour on each side. */
const farthestBehindMs = 13 * hourMs;
const farthestBeforeMs = 15 * hourMs;

/** Creates the clock of a zone of the IANA database. */
export function createZoneClock(timezone: string): ZoneClock {
  const zone = IANAZone.create(timezone);
  if (!zone.isValid) throw new TypeError(`${timezone} is no time zone of the IANA database.`);
  const offsetAt = (instant: number) => Math.round(zone.offset(instant) * 60) * 1000;

  /** The first second with the offset that holds at `to`. */
  function changeBetween(from: number, to: number): number {
    const after = offsetAt(to);
    let [early, late] = [Math.floor(from / 1000), Math.ceil(to / 1000)];
    while (late - early > 1) {
      const middle = Math.floor((early + late) / 2);
      if (offsetAt(middle * 1000) === after) late = middle;
      else early = middle;
    }
    return late * 1000;
  }

  return {
    wallAt: (instant) => instant + offsetAt(instant),
    instantsOf(wall) {
      const [from, to] = [wall - farthestBeforeMs, wall + farthestBehindMs];
      const [before, after] = [offsetAt(from), offsetAt(to)];
      if (before === after) return [wall - after];
      const found = [wall - before, wall - after].filter(
        (instant) => instant + offsetAt(instant) === wall,
      );
      const [first, second] = found.toSorted((a, b) => a - b);
      if (first === undefined) return [changeBetween(from, to)];
      return second === undefined ? [first] : [first, second];
    },
  };
}
