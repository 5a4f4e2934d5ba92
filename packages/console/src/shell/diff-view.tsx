/** Maximum number of displayed lines. */
const maxShown = 2_000;

const classes: Readonly<Record<string, string>> = { '+': 'new', '-': 'gone', '@': 'left' };

/** A unified diff, with colours. */
export function DiffView({ diff }: { diff: string }) {
  const lines = diff.replace(/\n$/, '').split('\n');
  return (
    <>
      <pre class="plate diff" tabIndex={0} aria-label="The differences">
        {lines.slice(0, maxShown).map((line, at) => (
          <span key={at} class={classes[line[0] ?? '']}>{`${line}\n`}</span>
        ))}
      </pre>
      {lines.length > maxShown && <p class="quiet">The first {maxShown} lines are shown.</p>}
    </>
  );
}
