/** Keeps videos and sounds at their start. Runs in the main world. */
export function holdMedia(): void {
  const { prototype } = HTMLMediaElement;
  prototype.play = new Proxy(prototype.play, { apply: () => Promise.resolve() });
  const hold = ({ target }: Event) => {
    if (!(target instanceof HTMLMediaElement)) return;
    target.autoplay = false;
    if (!target.paused) target.pause();
  };
  const listen = (root: Document | ShadowRoot) => {
    for (const name of ['loadstart', 'loadedmetadata', 'play']) {
      EventTarget.prototype.addEventListener.call(root, name, hold, true);
    }
  };
  listen(document);
  Element.prototype.attachShadow = new Proxy(Element.prototype.attachShadow, {
    apply(target, self, args: [ShadowRootInit]) {
      const root: ShadowRoot = Reflect.apply(target, self, args);
      listen(root);
      return root;
    },
  });
}
