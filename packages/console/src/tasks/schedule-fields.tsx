import { useState } from 'preact/hooks';
import {
  readSchedule,
  rhythms,
  scheduleWords,
  steps,
  timeOf,
  toCrontab,
  weekdays,
  type Schedule,
} from './schedule.ts';

interface ScheduleFieldsProps {
  crontab: string;
  problem: string | undefined;
  onChange(crontab: string): void;
}

/** Chooses a schedule in words; the crontab itself is behind a details element. */
export function ScheduleFields({ crontab, problem, onChange }: ScheduleFieldsProps) {
  const read = readSchedule(crontab);
  const [isAdvanced, setAdvanced] = useState(read.rhythm === 'crontab');
  const set = (changes: Partial<Schedule>) => {
    const next = toCrontab({ ...read, ...changes });
    setAdvanced(next === undefined);
    if (next !== undefined) onChange(next);
  };
  const rhythm = isAdvanced ? 'crontab' : read.rhythm;
  return (
    <fieldset class="schedule">
      <legend>Schedule</legend>
      <div class="schedule-line">
        <div class="field">
          <label for="task-rhythm">How often</label>
          <select
            id="task-rhythm"
            value={rhythm}
            onChange={(event) => set({ rhythm: event.currentTarget.value as Schedule['rhythm'] })}
          >
            {Object.entries(rhythms).map(([value, title]) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </select>
        </div>
        {rhythm === 'minutes' && (
          <div class="field">
            <label for="task-step">Minutes between runs</label>
            <select
              id="task-step"
              value={read.step}
              onChange={(event) => set({ step: Number(event.currentTarget.value) })}
            >
              {steps.map((step) => (
                <option key={step}>{step}</option>
              ))}
            </select>
          </div>
        )}
        {rhythm === 'month' && <NumberField name="day" min={1} max={31} {...{ read, set }} />}
        {rhythm === 'hour' && <NumberField name="minute" min={0} max={59} {...{ read, set }} />}
        {(rhythm === 'day' || rhythm === 'week' || rhythm === 'month') && (
          <div class="field">
            <label for="task-time">Time</label>
            <input
              id="task-time"
              type="time"
              required
              value={timeOf(read)}
              onChange={(event) => {
                const [hour, minute] = event.currentTarget.value.split(':').map(Number);
                if (hour !== undefined && minute !== undefined) set({ hour, minute });
              }}
            />
          </div>
        )}
      </div>
      {rhythm === 'week' && (
        <Weekdays chosen={read.weekdays} onChange={(days) => set({ weekdays: days })} />
      )}
      <details open={isAdvanced || undefined}>
        <summary>Advanced: crontab</summary>
        <div class={problem ? 'field wrong' : 'field'}>
          <label for="task-crontab">Crontab</label>
          <input
            id="task-crontab"
            type="text"
            value={crontab}
            required
            autocomplete="off"
            spellcheck={false}
            aria-describedby="task-crontab-hint"
            aria-invalid={problem !== undefined}
            onInput={(event) => {
              setAdvanced(true);
              onChange(event.currentTarget.value);
            }}
          />
          <p id="task-crontab-hint" class={problem ? 'field-problem' : 'hint'}>
            {problem ?? `Minute, hour, day of month, month, day of week: ${wordsOf(crontab)}.`}
          </p>
        </div>
      </details>
    </fieldset>
  );
}

function wordsOf(crontab: string): string {
  return readSchedule(crontab).rhythm === 'crontab' ? '30 6 * * 1-5' : scheduleWords(crontab);
}

interface NumberFieldProps {
  name: 'day' | 'minute';
  min: number;
  max: number;
  read: Schedule;
  set(changes: Partial<Schedule>): void;
}

const numberTitles = { day: 'Day of the month', minute: 'Minute' } as const;

function NumberField({ name, min, max, read, set }: NumberFieldProps) {
  return (
    <div class="field">
      <label for={`task-${name}`}>{numberTitles[name]}</label>
      <input
        id={`task-${name}`}
        type="number"
        required
        {...{ min, max }}
        value={read[name]}
        onChange={(event) => {
          const value = Number(event.currentTarget.value);
          if (Number.isInteger(value) && value >= min && value <= max) set({ [name]: value });
        }}
      />
    </div>
  );
}

interface WeekdaysProps {
  chosen: readonly number[];
  onChange(chosen: number[]): void;
}

function Weekdays({ chosen, onChange }: WeekdaysProps) {
  return (
    <div class="weekdays" role="group" aria-label="Days of the week">
      {weekdays.map(([day, name]) => (
        <label key={day} class="check">
          <input
            type="checkbox"
            checked={chosen.includes(day)}
            // A schedule without a day never runs.
            disabled={chosen.length === 1 && chosen[0] === day}
            onChange={(event) =>
              onChange(
                event.currentTarget.checked
                  ? [...chosen, day]
                  : chosen.filter((other) => other !== day),
              )
            }
          />
          {name}
        </label>
      ))}
    </div>
  );
}
