import { inDepth } from '@tintype/testkit/in-depth';
import t from 'tap';
import { nextRun, fillCrontab } from './next-run.ts';
import { parseCrontab } from './parse-crontab.ts';

interface Case {
  crontab: string;
  timezone: string;
  after: string;
  /** In UTC, from the rules of the zone. */
  runs: string[];
}

function runsOf({ crontab, timezone, after }: Omit<Case, 'runs'>, count: number): string[] {
  const found: string[] = [];
  let instant = Date.parse(after);
  for (let at = 0; at < count; at += 1) {
    instant = nextRun(crontab, timezone, instant);
    found.push(new Date(instant).toISOString().slice(0, 16));
  }
  return found;
}

const cases: Record<string, Case[]> = {
  'New York, 2026-03-08: 02:00 becomes 03:00 at 07:00 UTC': [
    {
      crontab: '30 2 * * *',
      timezone: 'America/New_York',
      after: '2026-03-07T08:00Z',
      runs: ['2026-03-08T07:00', '2026-03-09T06:30', '2026-03-10T06:30'],
    },
    {
      crontab: '0 2 * * *',
      timezone: 'America/New_York',
      after: '2026-03-07T08:00Z',
      runs: ['2026-03-08T07:00', '2026-03-09T06:00'],
    },
    {
      crontab: '0 3 * * *',
      timezone: 'America/New_York',
      after: '2026-03-07T09:00Z',
      runs: ['2026-03-08T07:00', '2026-03-09T07:00'],
    },
    {
      crontab: '*/20 2 * * *',
      timezone: 'America/New_York',
      after: '2026-03-08T00:00Z',
      runs: ['2026-03-08T07:00', '2026-03-09T06:00', '2026-03-09T06:20'],
    },
    {
      crontab: '30 2,3 * * *',
      timezone: 'America/New_York',
      after: '2026-03-08T00:00Z',
      runs: ['2026-03-08T07:00', '2026-03-08T07:30', '2026-03-09T06:30'],
    },
    {
      crontab: '*/15 * * * *',
      timezone: 'America/New_York',
      after: '2026-03-08T06:30Z',
      runs: ['2026-03-08T06:45', '2026-03-08T07:00', '2026-03-08T07:15'],
    },
  ],
  'New York, 2026-11-01: 02:00 becomes 01:00 at 06:00 UTC': [
    {
      crontab: '30 1 * * *',
      timezone: 'America/New_York',
      after: '2026-10-31T08:00Z',
      runs: ['2026-11-01T05:30', '2026-11-02T06:30'],
    },
    {
      crontab: '*/30 1 * * *',
      timezone: 'America/New_York',
      after: '2026-11-01T04:00Z',
      runs: ['2026-11-01T05:00', '2026-11-01T05:30', '2026-11-02T06:00'],
    },
    {
      // Asked in the middle of the second 01:00.
      crontab: '45 1 * * *',
      timezone: 'America/New_York',
      after: '2026-11-01T06:10Z',
      runs: ['2026-11-02T06:45'],
    },
    {
      crontab: '0 2 * * *',
      timezone: 'America/New_York',
      after: '2026-11-01T04:00Z',
      runs: ['2026-11-01T07:00', '2026-11-02T07:00'],
    },
    {
      // Every hour is every hour.
      crontab: '30 * * * *',
      timezone: 'America/New_York',
      after: '2026-11-01T04:45Z',
      runs: ['2026-11-01T05:30', '2026-11-01T06:30', '2026-11-01T07:30'],
    },
    {
      crontab: '* * * * *',
      timezone: 'America/New_York',
      after: '2026-11-01T05:58Z',
      runs: ['2026-11-01T05:59', '2026-11-01T06:00', '2026-11-01T06:01'],
    },
  ],
  'Lord Howe: 30 minutes; 2026-10-04 02:00 becomes 02:30 at 15:30 UTC of the day before': [
    {
      crontab: '15 2 * * *',
      timezone: 'Australia/Lord_Howe',
      after: '2026-10-03T00:00Z',
      runs: ['2026-10-03T15:30', '2026-10-04T15:15', '2026-10-05T15:15'],
    },
    {
      crontab: '45 2 * * *',
      timezone: 'Australia/Lord_Howe',
      after: '2026-10-03T00:00Z',
      runs: ['2026-10-03T15:45', '2026-10-04T15:45'],
    },
    {
      crontab: '15 * * * *',
      timezone: 'Australia/Lord_Howe',
      after: '2026-10-03T14:00Z',
      runs: ['2026-10-03T14:45', '2026-10-03T15:30', '2026-10-03T16:15'],
    },
  ],
  'Lord Howe, 2026-04-05: 02:00 becomes 01:30 at 15:00 UTC of the day before': [
    {
      crontab: '45 1 * * *',
      timezone: 'Australia/Lord_Howe',
      after: '2026-04-04T00:00Z',
      runs: ['2026-04-04T14:45', '2026-04-05T15:15'],
    },
    {
      crontab: '15 1 * * *',
      timezone: 'Australia/Lord_Howe',
      after: '2026-04-04T00:00Z',
      runs: ['2026-04-04T14:15', '2026-04-05T14:45'],
    },
  ],
  'Troll: two hours; 2026-03-29 01:00 becomes 03:00 at 01:00 UTC, and back on 2026-10-25': [
    {
      crontab: '30 2 * * *',
      timezone: 'Antarctica/Troll',
      after: '2026-03-28T12:00Z',
      runs: ['2026-03-29T01:00', '2026-03-30T00:30'],
    },
    {
      crontab: '30 1,2 * * *',
      timezone: 'Antarctica/Troll',
      after: '2026-03-28T12:00Z',
      runs: ['2026-03-29T01:00', '2026-03-29T23:30', '2026-03-30T00:30'],
    },
    {
      crontab: '30 1 * * *',
      timezone: 'Antarctica/Troll',
      after: '2026-10-24T12:00Z',
      runs: ['2026-10-24T23:30', '2026-10-26T01:30'],
    },
  ],
  'Cairo: at midnight; 2026-04-24 00:00 becomes 01:00 at 22:00 UTC of the day before': [
    {
      crontab: '30 0 * * *',
      timezone: 'Africa/Cairo',
      after: '2026-04-23T12:00Z',
      runs: ['2026-04-23T22:00', '2026-04-24T21:30'],
    },
    {
      crontab: '0 0 * * 5',
      timezone: 'Africa/Cairo',
      after: '2026-04-22T12:00Z',
      runs: ['2026-04-23T22:00', '2026-04-30T21:00'],
    },
  ],
  'Cairo, 2026-10-29: 24:00 becomes 23:00 at 21:00 UTC': [
    {
      crontab: '30 23 * * *',
      timezone: 'Africa/Cairo',
      after: '2026-10-29T12:00Z',
      runs: ['2026-10-29T20:30', '2026-10-30T21:30'],
    },
  ],
  'Apia: 2011-12-30 was left out; 24:00 of the 29th, 10:00 UTC of the 30th, became 00:00 of the 31st':
    [
      {
        crontab: '0 12 * * *',
        timezone: 'Pacific/Apia',
        after: '2011-12-29T00:00Z',
        runs: ['2011-12-29T22:00', '2011-12-30T10:00', '2011-12-30T22:00', '2011-12-31T22:00'],
      },
      {
        crontab: '0 0 30 12 *',
        timezone: 'Pacific/Apia',
        after: '2011-12-29T00:00Z',
        runs: ['2011-12-30T10:00', '2012-12-29T10:00'],
      },
      {
        crontab: '0 0 31 12 *',
        timezone: 'Pacific/Apia',
        after: '2011-12-29T00:00Z',
        runs: ['2011-12-30T10:00', '2012-12-30T10:00'],
      },
    ],
  'days of the month and of the week': [
    {
      // 2026-02-13 and 2026-03-13 are Fridays.
      crontab: '0 0 13 * 5',
      timezone: 'Etc/UTC',
      after: '2026-02-06T00:00Z',
      runs: ['2026-02-13T00:00', '2026-02-20T00:00', '2026-02-27T00:00', '2026-03-06T00:00'],
    },
    {
      // A field with a star restricts nothing by itself: Mondays that are odd days.
      crontab: '0 0 */2 * 1',
      timezone: 'Etc/UTC',
      after: '2026-01-01T00:00Z',
      runs: ['2026-01-05T00:00', '2026-01-19T00:00', '2026-02-09T00:00'],
    },
    {
      crontab: '0 0 1 * */1',
      timezone: 'Etc/UTC',
      after: '2026-01-02T00:00Z',
      runs: ['2026-02-01T00:00', '2026-03-01T00:00'],
    },
    {
      crontab: '0 0 * * 7',
      timezone: 'Etc/UTC',
      after: '2026-01-01T00:00Z',
      runs: ['2026-01-04T00:00', '2026-01-11T00:00'],
    },
    {
      crontab: '0 0 * * 6-7',
      timezone: 'Etc/UTC',
      after: '2026-01-01T00:00Z',
      runs: ['2026-01-03T00:00', '2026-01-04T00:00', '2026-01-10T00:00'],
    },
    {
      crontab: '0 0 31 * *',
      timezone: 'Etc/UTC',
      after: '2026-01-31T00:00Z',
      runs: ['2026-03-31T00:00', '2026-05-31T00:00'],
    },
    {
      crontab: '0 0 29 2 *',
      timezone: 'Etc/UTC',
      after: '2096-03-01T00:00Z',
      runs: ['2104-02-29T00:00', '2108-02-29T00:00'],
    },
    {
      // The 1st of February on a Monday.
      crontab: '0 0 */31 2 1',
      timezone: 'Etc/UTC',
      after: '2027-02-01T00:00Z',
      runs: ['2038-02-01T00:00', '2044-02-01T00:00'],
    },
  ],
};

for (const [title, rows] of Object.entries(cases)) {
  t.test(title, async (t) => {
    for (const { runs, ...row } of rows) {
      t.same(runsOf(row, runs.length), runs, `${row.crontab} ${row.timezone}`);
    }
  });
}

/** Every minute of some days, as Intl shows it: an independent way to the same runs. */
function walkMinutes(timezone: string, from: number, to: number): [number, number][] {
  const minutes: [number, number][] = [];
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  });
  for (let instant = from; instant <= to; instant += 60_000) {
    const shown = format.format(instant).replace(', ', 'T').replace('T24', 'T00');
    minutes.push([instant, Date.parse(`${shown}Z`)]);
  }
  return minutes;
}

function walkedRuns(crontab: string, minutes: readonly [number, number][]): number[] {
  const { minute, hour, dayOfMonth, month, dayOfWeek } = parseCrontab(crontab);
  const matches = (wall: number) => {
    const date = new Date(wall);
    return (
      minute.values.has(date.getUTCMinutes()) &&
      hour.values.has(date.getUTCHours()) &&
      dayOfMonth.values.has(date.getUTCDate()) &&
      month.values.has(date.getUTCMonth() + 1) &&
      dayOfWeek.values.has(date.getUTCDay())
    );
  };
  const runs: number[] = [];
  const seen = new Set<number>();
  let before: number | undefined;
  for (const [instant, wall] of minutes) {
    const skipped: number[] = [];
    if (before !== undefined)
      for (let gap = before + 60_000; gap < wall; gap += 60_000) skipped.push(gap);
    const isRepeated = seen.has(wall) && hour.values.size < 24;
    if (skipped.some(matches) || (matches(wall) && !isRepeated)) runs.push(instant);
    seen.add(wall);
    before = wall;
  }
  return runs.slice(1);
}

t.test('the same as walking through every minute with Intl', async (t) => {
  const zones: [string, string][] = [
    ['America/New_York', '2026-03-08'],
    ['America/New_York', '2026-11-01'],
    ['Australia/Lord_Howe', '2026-10-04'],
    ['Australia/Lord_Howe', '2026-04-05'],
    ['Antarctica/Troll', '2026-03-29'],
    ['Antarctica/Troll', '2026-10-25'],
    ['Africa/Cairo', '2026-04-24'],
    ['Africa/Cairo', '2026-10-30'],
    ['Pacific/Apia', '2011-12-30'],
    ['America/Sao_Paulo', '2018-11-04'],
    ['America/St_Johns', '2026-11-01'],
    ['Africa/Casablanca', '2026-02-15'],
    ['Asia/Kathmandu', '2026-06-01'],
  ];
  const crontabs = ['*/7 * * * *', '13 * * * *', '*/20 1-3 * * *', '30 0,2,23 * * *'];
  // Every minute of three days is walked through: the default run has an hour that is left out, one
  // that is repeated, and half an hour.
  for (const [at, [timezone, day]] of zones.entries()) {
    if (at > 2 && !inDepth(t, `${timezone} around ${day}`)) continue;
    const from = Date.parse(`${day}T00:00Z`) - 86_400_000;
    const to = from + 3 * 86_400_000;
    const minutes = walkMinutes(timezone, from, to);
    for (const crontab of crontabs) {
      const expected = walkedRuns(crontab, minutes);
      const first = expected[0] ?? 0;
      const found = [first];
      while ((found.at(-1) ?? to) < (expected.at(-1) ?? 0))
        found.push(nextRun(crontab, timezone, found.at(-1) ?? 0));
      t.same(found, expected, `${crontab} in ${timezone} around ${day}`);
    }
  }
});

t.test('what cannot be read', async (t) => {
  t.throws(() => nextRun('0 0 31 2 *', 'Etc/UTC', 0), { name: 'TypeError', message: /never/ });
  t.throws(() => nextRun('* * * * *', 'Mars/Olympus', 0), {
    name: 'TypeError',
    message: /Mars\/Olympus/,
  });
});

t.test('the minute, hour and day of a timestamp, in the zone of the task', async (t) => {
  const instant = Date.parse('2026-03-05T23:47:31.500Z');
  t.equal(fillCrontab('every_minute', instant, 'Etc/UTC'), '* * * * *');
  t.equal(fillCrontab('every_hour', instant, 'Etc/UTC'), '47 * * * *');
  t.equal(fillCrontab('every_hour', instant, 'Asia/Kolkata'), '17 * * * *');
  t.equal(fillCrontab('every_day', instant, 'Etc/UTC'), '47 23 * * *');
  t.equal(fillCrontab('every_day', instant, 'Europe/Paris'), '47 0 * * *');
  t.equal(fillCrontab('every_month', instant, 'Etc/UTC'), '47 23 5 * *');
  t.equal(fillCrontab('every_month', instant, 'Europe/Paris'), '47 0 6 * *');
});

t.test(
  'the day of the month is the day on which it begins, also one that not all months have',
  async (t) => {
    const instant = Date.parse('2026-01-31T08:00Z');
    t.equal(fillCrontab('every_month', instant, 'Etc/UTC'), '0 8 31 * *');
  },
);
