import t from 'tap';
import { findSettings, settingText } from './setting-text.ts';

t.test('values have units', (t) => {
  const text = (value: unknown, unit?: 'bytes' | 'seconds' | 'days') =>
    settingText({ value, from: 'default', ...(unit && { unit }) });
  t.equal(text(67_108_864, 'bytes'), '64 MiB');
  t.equal(text(1_610_612_736, 'bytes'), '1.5 GiB');
  t.equal(text(1_000_001, 'bytes'), '1,000,001 bytes');
  t.equal(text(0, 'bytes'), '0 bytes');
  t.equal(text(1, 'days'), '1 day');
  t.equal(text(30, 'seconds'), '30 seconds');
  t.equal(text(3_000), '3000');
  t.equal(text(['10.0.0.0/8', 'localhost']), '10.0.0.0/8, localhost');
  t.equal(text([]), '–');
  t.equal(text(false), 'false');
  t.end();
});

t.test('settings are found by name, meaning, value and source', (t) => {
  const settings = {
    port: { value: 8080, from: '--port', group: 'Address', description: 'Port to listen on.' },
    host: { value: '::', from: 'default', group: 'Address', description: 'Where it listens.' },
    keep_days: { value: 30, unit: 'days', from: 'default', group: 'Data' },
  } as const;
  const names = (words: string, onlyChanged = false) =>
    findSettings(settings, { words, onlyChanged }).map(([group, rows]) => [
      group,
      ...rows.map(([name]) => name),
    ]);
  t.same(names(''), [
    ['Address', 'port', 'host'],
    ['Data', 'keep_days'],
  ]);
  t.same(names('LISTEN port'), [['Address', 'port']]);
  t.same(names('30 days'), [['Data', 'keep_days']]);
  t.same(names('', true), [['Address', 'port']]);
  t.same(names('.*'), []);
  t.end();
});
