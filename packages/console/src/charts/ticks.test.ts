import t from 'tap';
import { formatMs } from '../format.ts';
import { counts, durations, timeTicks, valueTicks } from './ticks.ts';

const texts = ({ ticks }: { ticks: readonly { text: string }[] }) => ticks.map(({ text }) => text);

t.test('value ticks are round, start at 0, and reach the largest value', (t) => {
  const whole = { ...counts, format: String };
  t.same(texts(valueTicks(0, whole)), ['0', '1']);
  t.same(texts(valueTicks(3, whole)), ['0', '1', '2', '3']);
  t.same(texts(valueTicks(17, whole)), ['0', '5', '10', '15', '20']);
  t.same(texts(valueTicks(101, whole)), ['0', '50', '100', '150']);
  t.equal(valueTicks(0.3, whole).top, 1, 'counts have no fractions');
  t.equal(valueTicks(2_000_000, whole).top, 2_000_000);
  const ms = { ...durations, format: formatMs };
  t.same(texts(valueTicks(820, ms)), ['0 ms', '500 ms', '1.0 s']);
  t.same(texts(valueTicks(190_000, ms)), ['0 ms', '1 min', '2 min', '3 min', '4 min']);
  t.end();
});

t.test('time ticks are at round local times', (t) => {
  const from = Date.UTC(2026, 0, 5, 10, 7) / 1000;
  const hour = timeTicks({ from, to: from + 3_600 }, 0);
  t.same(
    hour.map(({ text }) => text),
    ['10:10', '10:20', '10:30', '10:40', '10:50', '11:00'],
  );
  t.equal(hour[0]?.at, 180 / 3_600);
  t.same(
    timeTicks({ from, to: from + 86_400 }, 19_800).map(({ text }) => text),
    ['16:00', '20:00', '00:00', '04:00', '08:00', '12:00'],
    'UTC+5:30',
  );
  t.end();
});
