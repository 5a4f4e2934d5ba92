import t from 'tap';
import { readSchedule, scheduleWords, toCrontab } from './schedule.ts';

const words: Readonly<Record<string, string>> = {
  '* * * * *': 'every minute',
  '*/15 * * * *': 'every 15 minutes',
  '5 * * * *': 'every hour at :05',
  '0 9 * * *': 'every day at 09:00',
  '30 6 * * 1,2,3,4,5': 'Monday to Friday at 06:30',
  '0 18 * * 0,6': 'Saturday, Sunday at 18:00',
  '0 8 31 * *': 'on day 31 of each month at 08:00',
};

t.test('a crontab of the form is read, shown in words and written again', (t) => {
  for (const [crontab, text] of Object.entries(words)) {
    t.equal(scheduleWords(crontab), text);
    t.equal(toCrontab(readSchedule(crontab)), crontab);
  }
  t.equal(scheduleWords(' 30  6 * * 1-5'), 'Monday to Friday at 06:30');
  t.equal(toCrontab(readSchedule('0 9 * * 6-7')), '0 9 * * 0,6', 'Sunday is 0 or 7');
  t.end();
});

t.test('any other crontab stays as it is', (t) => {
  const others = [
    '*/7 * * * *',
    '*/15 8-18 * * 1-5',
    '0 9 1 * 1',
    '0 9 * 2 *',
    '0 9 0 * *',
    '0 24 * * *',
    '60 9 * * *',
    '0 9 * * 5-1',
    '0 9 * * 8',
    '0 9 * * *  *',
    '0 9 * *',
    'hello',
    '',
  ];
  for (const crontab of others) {
    t.equal(readSchedule(crontab).rhythm, 'crontab', crontab);
    t.equal(toCrontab(readSchedule(crontab)), undefined);
    t.equal(scheduleWords(crontab), crontab);
  }
  t.end();
});
