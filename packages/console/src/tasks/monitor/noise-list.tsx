import type { MonitorNoise } from '@tintype/contract/wire';

interface NoiseListProps {
  noise: readonly MonitorNoise[];
  /** Called with the entries that are left. */
  onChange(left: MonitorNoise[]): void;
}

/** Parts that differ each time and do not count, with buttons to remove them. */
export function NoiseList({ noise, onChange }: NoiseListProps) {
  if (noise.length === 0) return null;
  return (
    <details>
      <summary>
        <span>Ignored, as it differs each time</span>
        <span class="count">{noise.length}</span>
      </summary>
      <ul class="noise">
        {noise.map((entry, at) => {
          const words = describe(entry);
          return (
            <li key={words}>
              <code>{words}</code>{' '}
              <button
                type="button"
                class="link"
                onClick={() => onChange(noise.filter((_, other) => other !== at))}
              >
                Remove<span class="hidden"> {words}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

function describe({ area, selector, text }: MonitorNoise): string {
  if (selector !== undefined) return `element ${selector}`;
  if (text !== undefined) return `line ${text}`;
  return area ? `area ${area.width} × ${area.height} at ${area.x},${area.y}` : '';
}
