import type { Task } from '@tintype/contract/wire';
import { Switch } from '../../playground/switch.tsx';

type Watch = NonNullable<Task['watch']>;

/** The fields of the form of a monitor; others of its `watch` stay as they are. */
export type WatchInput = Partial<Watch> | undefined;

interface WatchFieldsProps {
  watch: WatchInput;
  problem: string | undefined;
  onChange(watch: WatchInput): void;
}

const parts: Readonly<Record<Watch['on'], string>> = {
  any: 'image and text',
  visual: 'image',
  text: 'text',
  selector: 'text of one element',
  status: 'HTTP status',
  metadata: 'status, title and icon',
};

/** Fields that make a task a monitor, and say of which changes it notifies. */
export function WatchFields({ watch, problem, onChange }: WatchFieldsProps) {
  const set = (changes: Partial<Watch>) => onChange({ ...watch, ...changes });
  const on = watch?.on ?? 'any';
  return (
    <fieldset class="watch">
      <div class="field switched">
        <label for="task-watch">Notify only when something changed</label>
        <Switch
          id="task-watch"
          isOn={watch !== undefined}
          onChange={(isOn) => onChange(isOn ? { on: 'any' } : undefined)}
        />
      </div>
      {watch && (
        <>
          <div class="field">
            <label for="watch-on">Compared</label>
            <select
              id="watch-on"
              value={on}
              onChange={(event) => set({ on: event.currentTarget.value as Watch['on'] })}
            >
              {Object.entries(parts).map(([name, title]) => (
                <option key={name} value={name}>
                  {title}
                </option>
              ))}
            </select>
          </div>
          {on === 'selector' && (
            <div class="field">
              <label for="watch-selector">Element</label>
              <input
                id="watch-selector"
                type="text"
                placeholder="#price"
                value={watch.selector ?? ''}
                onInput={(event) => set({ selector: event.currentTarget.value })}
              />
            </div>
          )}
          <div class="field">
            <label for="watch-threshold">Smallest change, in percent</label>
            <input
              id="watch-threshold"
              type="number"
              min={0}
              max={100}
              step="any"
              value={Number(((watch.threshold ?? 0) * 100).toFixed(6))}
              onInput={(event) => set({ threshold: Number(event.currentTarget.value) / 100 })}
            />
          </div>
          <div class="field">
            <label for="watch-ignore">Ignored elements, one selector per line</label>
            <textarea
              id="watch-ignore"
              rows={2}
              placeholder=".clock"
              value={(watch.ignore_selectors ?? []).join('\n')}
              onInput={({ currentTarget: { value } }) =>
                set({ ignore_selectors: value === '' ? [] : value.split('\n') })
              }
            />
          </div>
        </>
      )}
      {problem && <p class="field-problem">{problem}</p>}
    </fieldset>
  );
}
