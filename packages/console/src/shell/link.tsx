import type { ComponentChildren } from 'preact';
import { useConsole } from '../context.ts';

/** A link to another page of the console. */
export function Link({
  to,
  class: name,
  isCurrent = false,
  children,
}: {
  to: string;
  class?: string;
  /** True for the link to the page itself. */
  isCurrent?: boolean;
  children: ComponentChildren;
}) {
  const { go } = useConsole();
  return (
    <a
      href={to}
      class={name}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        go(to);
      }}
    >
      {children}
    </a>
  );
}
