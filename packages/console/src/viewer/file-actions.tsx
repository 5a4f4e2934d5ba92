import type { RefObject } from 'preact';

/** A link that saves a file, under the name in its response by default. */
export function SaveLink({ source, name }: { source: string; name?: string | undefined }) {
  return (
    <a class="button" href={source} download={name ?? ''}>
      Save
    </a>
  );
}

/** A button that shows an element on the full screen. Absent if the browser cannot. */
export function FullScreenButton({ of }: { of: RefObject<HTMLElement | null> }) {
  if (!document.fullscreenEnabled) return null;
  return (
    <button
      type="button"
      onClick={() =>
        // Rejected if the browser's settings forbid it.
        void (
          document.fullscreenElement ? document.exitFullscreen() : of.current?.requestFullscreen()
        )?.catch(() => {})
      }
    >
      Full screen
    </button>
  );
}
