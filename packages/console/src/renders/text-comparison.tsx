import { useLoaded } from '../use-loaded.ts';
import { aroundChanges, diffLines, type DiffPart } from './line-diff.ts';
import { Pending } from '../shell/pending.tsx';

/** Longer texts are not compared interactively. */
const maxBytes = 5_000_000;
/** Maximum number of displayed lines. */
const maxShown = 2_000;

/** Compares two stored texts line by line. */
export function TextComparison({ before, after }: { before: string; after: string }) {
  const { value, error, reload } = useLoaded(
    async (signal) => {
      const [old, now] = await Promise.all([read(before, signal), read(after, signal)]);
      if (old === undefined || now === undefined) return { parts: undefined };
      const lines = diffLines(old, now);
      return { parts: lines && aroundChanges(lines) };
    },
    [before, after],
  );
  if (!value) return <Pending error={error} onRetry={reload} lines={4} />;
  const { parts } = value;
  if (parts === undefined) return <p class="quiet">The texts are too long to compare here.</p>;
  if (parts.every(({ kind }) => kind === 'left')) return <p class="good">No differences.</p>;
  return (
    <>
      <pre class="plate diff" tabIndex={0} aria-label="The differences">
        {parts.slice(0, maxShown).map((part, at) => (
          <Part key={at} part={part} />
        ))}
      </pre>
      {parts.length > maxShown && <p class="quiet">The first {maxShown} lines are shown.</p>}
    </>
  );
}

const signs = { same: '  ', gone: '- ', new: '+ ' } as const;

function Part({ part }: { part: DiffPart }) {
  if (part.kind === 'left') return <span class="left">{`  … ${part.count} equal lines\n`}</span>;
  return <span class={part.kind}>{`${signs[part.kind]}${part.text}\n`}</span>;
}

async function read(path: string, signal: AbortSignal): Promise<string | undefined> {
  const answer = await fetch(path, { signal });
  if (!answer.ok) throw new Error('The file no longer exists.');
  const bytes = Number(answer.headers.get('content-length') ?? 0);
  return bytes > maxBytes ? undefined : answer.text();
}
