import { ownOf } from '../../../page/in-page/own-nodes.ts';

/**
 * Counts the responses that scripts wait for, and images that load. Runs in the main world.
 * @returns a function that returns their number
 */
export function countPending(): () => number {
  let count = 0;
  const ended = () => (count -= 1);
  if (window.fetch) {
    window.fetch = new Proxy(window.fetch, {
      apply(target, self, args) {
        const response: Promise<Response> = Reflect.apply(target, self, args);
        count += 1;
        response.then(ended, ended);
        return response;
      },
    });
  }
  XMLHttpRequest.prototype.send = new Proxy(XMLHttpRequest.prototype.send, {
    apply(target, self: XMLHttpRequest, args) {
      Reflect.apply(target, self, args);
      if (self.readyState === 4) return;
      count += 1;
      self.addEventListener('loadend', ended, { once: true });
    },
  });
  return () => {
    if (count > 0) return count;
    const images = [...ownOf(document, 'images')];
    return images.filter((image) => image.loading !== 'lazy' && !image.complete).length;
  };
}
