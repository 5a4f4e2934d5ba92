import type { ComponentChildren } from 'preact';
import { useConsole } from '../context.ts';

/** A link to another page of the console. */
export function Link({
  to,
  class: name,
  children,
}: {
  to: string;
  class?: string;
  children: ComponentChildren;
}) {
  const { go } = useConsole();
  return (
    <a
      href={to}
      class={name}
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
