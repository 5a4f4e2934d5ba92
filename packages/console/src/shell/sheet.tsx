import type { ComponentChildren } from 'preact';

/** Content that a narrow window shows on a press of a button, and a wide one always. */
export function Sheet({
  id,
  title,
  children,
}: {
  id: string;
  /** Label of the button. */
  title: string;
  children: ComponentChildren;
}) {
  return (
    <>
      <button type="button" class="drawer-button" popovertarget={id}>
        {title}
      </button>
      <div id={id} class="drawer" popover="auto">
        {children}
      </div>
    </>
  );
}

/** Closes a sheet; does nothing in a wide window. */
export function closeSheet(id: string): void {
  const sheet = document.querySelector<HTMLElement>(`#${id}:popover-open`);
  sheet?.hidePopover();
}
