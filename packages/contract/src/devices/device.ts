/** A device that can be emulated. */
export interface Device {
  /** A value of `viewport_device`, for example `iphone_15`. */
  readonly id: string;
  /** For example `iPhone 15`. */
  readonly name: string;
  readonly userAgent: string;
  readonly viewport: {
    /** CSS pixels. */
    readonly width: number;
    /** CSS pixels. */
    readonly height: number;
    readonly deviceScaleFactor: number;
    readonly isMobile: boolean;
    readonly hasTouch: boolean;
    readonly isLandscape: boolean;
  };
}

/**
 * Returns the id for puppeteer's name of a device: `galaxy_s9plus_landscape` for `Galaxy S9+
 * landscape`, `ipad_gen_7` for `iPad (gen 7)`.
 */
export function deviceId(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('+', 'plus')
    .replace(/[()]/g, '')
    .split(/[^a-z0-9]/)
    .filter((part) => part !== '')
    .join('_');
}
