import { kinds } from '@tintype/contract/light';
import { useEffect, useRef, useState } from 'preact/hooks';
import { times, type FilterName } from './filter-state.ts';

type Choice = readonly [value: string, title: string];

const choices: readonly { name: FilterName; title: string; values: readonly Choice[] }[] = [
  {
    name: 'status',
    title: 'Status',
    values: same(['queued', 'processing', 'succeeded', 'failed']),
  },
  { name: 'api', title: 'Kind', values: same([...kinds, 'captures']) },
  { name: 'time', title: 'When', values: same(Object.keys(times)) },
  {
    name: 'slow',
    title: 'Duration',
    values: ['2', '5', '10', '30', '60'].map((s) => [s, `${s} s or more`] as const),
  },
  {
    name: 'verdict',
    title: 'Receipt',
    values: [
      ['any', 'any problem'],
      ['blank', 'blank'],
      ['blocked', 'blocked'],
      ['http_error', 'HTTP error'],
      ['broken_images', 'broken images'],
      ['missing_glyphs', 'missing glyphs'],
      ['session_expired', 'session logged out'],
    ],
  },
];

function same(values: readonly string[]): Choice[] {
  return values.map((value) => [value, value] as const);
}

/** Filters that are set by a link, and removed here. */
const marks: readonly (readonly [FilterName, string])[] = [
  ['task', 'Task'],
  ['batch', 'Batch'],
  ['error', 'Error'],
];

interface FiltersProps {
  filter: URLSearchParams;
  onChange(name: FilterName, value: string): void;
}

/** Form with the filters of renders. */
export function Filters({ filter, onChange }: FiltersProps) {
  return (
    <div class="filters" role="search" aria-label="Filter">
      {choices.map(({ name, title, values }) => (
        <label key={name}>
          <span class="quiet">{title}</span>
          <select
            value={filter.get(name) ?? ''}
            onChange={(event) => onChange(name, event.currentTarget.value)}
          >
            <option value="">any</option>
            {values.map(([value, shown]) => (
              <option key={value} value={value}>
                {shown}
              </option>
            ))}
          </select>
        </label>
      ))}
      <Words title="Host" value={filter.get('host') ?? ''} onChange={(v) => onChange('host', v)} />
      <Words
        title="URL contains"
        value={filter.get('address') ?? ''}
        onChange={(value) => onChange('address', value)}
      />
      {marks.map(
        ([name, title]) =>
          filter.has(name) && (
            <button key={name} type="button" onClick={() => onChange(name, '')}>
              {title} {filter.get(name)} <span aria-hidden="true">✕</span>
              <span class="hidden">: remove this filter</span>
            </button>
          ),
      )}
    </div>
  );
}

const pauseMs = 400;

interface WordsProps {
  title: string;
  value: string;
  onChange(value: string): void;
}

/** Searches once the user has stopped typing. */
function Words({ title, value, onChange }: WordsProps) {
  const [typed, setTyped] = useState(value);
  // Filters that were changed while the user typed are preserved.
  const newest = useRef(onChange);
  newest.current = onChange;
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed.trim() === value) return undefined;
    const timer = setTimeout(() => newest.current(typed.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <label>
      <span class="quiet">{title}</span>
      <input
        type="search"
        value={typed}
        autocomplete="off"
        spellcheck={false}
        maxLength={2_048}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
    </label>
  );
}
