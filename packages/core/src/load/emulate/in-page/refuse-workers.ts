/**
 * Workers that belong to no page: the browser starts them, asks for their scripts and lets them ask
 * for more, and no session of the page hears of it. What a request says of a page's requests cannot
 * hold for theirs, so they are not to be had, as in private windows of some browsers and on phones.
 * A page that is seen for the first time does without them. Runs in the page's own world.
 */
export function refuseWorkers(): void {
  const world = globalThis as Partial<typeof globalThis>;
  delete world.SharedWorker;
  const container = world.ServiceWorkerContainer?.prototype;
  if (!container) return;
  const { register } = container;
  container.register = new Proxy(register, {
    apply: async () => {
      throw new DOMException(
        'Failed to register a ServiceWorker: the user denied permission to use Service Worker.',
        'NotSupportedError',
      );
    },
  });
}
