/**
 * Replaces the current time of a document or worker. Runs in the main world.
 * @param read - ms since the start
 */
export function replaceDates(read: () => number, startMs: number): void {
  const Native = Date;
  const realNow = Native.now;
  const present = () => startMs + Math.floor(read());
  const replaced: DateConstructor = new Proxy(Native, {
    construct: (target, args: [], self) =>
      Reflect.construct(target, args.length === 0 ? [present()] : args, self) as object,
    apply: () => new Native(present()).toString(),
  });
  Native.now = new Proxy(realNow, { apply: present });
  Native.prototype.constructor = replaced;
  globalThis.Date = replaced;
  const { prototype } = Performance;
  prototype.now = new Proxy(prototype.now, { apply: read });
  replaceGetter(prototype, 'timeOrigin', () => startMs);
  replaceGetter(Event.prototype, 'timeStamp', read);
  replaceFormats(present);
  replaceTemporal(present);
  // Cookies of scripts expire at a time that their clock has not reached.
  const cookies = (globalThis as Partial<typeof globalThis>).Document?.prototype;
  const own = cookies && Object.getOwnPropertyDescriptor(cookies, 'cookie');
  if (!own?.set) return;
  const { set } = own;
  const later = (text: string) =>
    text.replace(/(;\s*expires\s*=)([^;]*)/i, (whole, name: string, value: string) => {
      const date = Native.parse(value);
      if (!(date > startMs)) return whole;
      return `${name}${new Native(date + realNow() - startMs).toUTCString()}`;
    });
  Object.defineProperty(cookies, 'cookie', {
    ...own,
    set(value: unknown) {
      set.call(this, later(String(value)));
    },
  });
}

export function replaceGetter(
  prototype: object,
  name: string,
  get: (this: unknown) => unknown,
): void {
  const own = Object.getOwnPropertyDescriptor(prototype, name);
  if (own) Object.defineProperty(prototype, name, { ...own, get });
}

/** Formats the current time if no date is given. */
export function replaceFormats(present: () => number): void {
  const { prototype } = Intl.DateTimeFormat;
  const format = Object.getOwnPropertyDescriptor(prototype, 'format');
  if (format?.get) {
    const { get } = format;
    const known = new WeakMap<object, (date?: Date | number) => string>();
    Object.defineProperty(prototype, 'format', {
      ...format,
      get() {
        const bound = get.call(this) as (date?: Date | number) => string;
        const made = known.get(bound) ?? ((date?: Date | number) => bound(date ?? present()));
        known.set(bound, made);
        return made;
      },
    });
  }
  prototype.formatToParts = new Proxy(prototype.formatToParts, {
    apply: (target, self, [date]: [Date | undefined]) =>
      Reflect.apply(target, self, [date ?? present()]),
  });
}

interface TemporalLike {
  Instant: { fromEpochMilliseconds(ms: number): { toZonedDateTimeISO(zone: string): object } };
  Now: Record<string, (zone?: string) => unknown>;
}

/** Replaces `Temporal.Now`, where there is one. */
export function replaceTemporal(present: () => number): void {
  const { Temporal } = globalThis as { Temporal?: TemporalLike };
  if (!Temporal) return;
  const { Instant, Now } = Temporal;
  const { timeZoneId } = Now;
  const instant = () => Instant.fromEpochMilliseconds(present());
  const zoned = (zone?: string) =>
    instant().toZonedDateTimeISO(zone ?? String(timeZoneId?.call(Now))) as Record<
      string,
      () => unknown
    >;
  Now['instant'] = instant;
  Now['zonedDateTimeISO'] = zoned;
  for (const part of ['DateTime', 'Date', 'Time']) {
    Now[`plain${part}ISO`] = (zone) => zoned(zone)[`toPlain${part}`]?.();
  }
}
