/** Lets scripts scroll without an animation, which takes real time. Runs in the main world. */
export function scrollInstantly(): void {
  const behavior = 'instant';
  const scroller = (target: object, name: string) => {
    const world = target as Record<string, (...args: unknown[]) => unknown>;
    const scroll = world[name];
    if (!scroll) return;
    world[name] = new Proxy(scroll, {
      apply(native, self, args: unknown[]) {
        const [first, top] = args;
        if (args.length === 0) return Reflect.apply(native, self, args);
        const place = args.length > 1 ? { left: Number(first), top: Number(top) } : first;
        return Reflect.apply(native, self, [{ ...(place as object), behavior }]);
      },
    });
  };
  for (const name of ['scroll', 'scrollTo', 'scrollBy']) {
    scroller(window, name);
    scroller(Element.prototype, name);
  }
  const { prototype } = Element;
  prototype.scrollIntoView = new Proxy(prototype.scrollIntoView, {
    apply(native, self, [place = true]: [boolean | ScrollIntoViewOptions | undefined]) {
      const block: ScrollLogicalPosition = place === false ? 'end' : 'start';
      const options = typeof place === 'object' ? place : { block, inline: 'nearest' };
      return Reflect.apply(native, self, [{ ...options, behavior }]);
    },
  });
  const scrollTo = prototype.scrollTo as (options: object) => void;
  for (const [name, side] of Object.entries({ scrollTop: 'top', scrollLeft: 'left' })) {
    const own = Object.getOwnPropertyDescriptor(prototype, name);
    if (!own) continue;
    Object.defineProperty(prototype, name, {
      ...own,
      set(value: unknown) {
        scrollTo.call(this as Element, { [side]: Number(value), behavior });
      },
    });
  }
}
