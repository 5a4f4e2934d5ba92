/** Keeps the clipboard from the page: pages of one browser share it. Runs before their scripts. */
export function ignorePastes(): void {
  const ignore = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener('paste', ignore, true);
}
