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
