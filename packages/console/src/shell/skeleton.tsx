/** Placeholder while data is loaded. */
export function Skeleton({ lines }: { lines: number }) {
  return (
    <div class="skeleton-lines" aria-busy="true" aria-label="Loading">
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} class="skeleton" />
      ))}
    </div>
  );
}
