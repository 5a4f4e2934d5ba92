/** Heading of flags without an effect on the command line. */
export const SERVICE_GROUP = 'Only for a service (no effect here)';

export interface Flag {
  /** Without dashes: `full-page`. */
  name: string;
  /** A shorter name: `width` for `viewport-width`. */
  alias?: string;
  /** One letter: `o`. */
  short?: string;
  /**
   * Placeholder of the value in the help: `<pixels>`. Absent for a switch, which takes no value and
   * has a `--no-` form.
   */
  placeholder?: string;
  /** A switch that is on by default: the help shows its `--no-` form. */
  isOn?: boolean;
  isList?: boolean;
  /** Heading under which the help shows it. */
  group: string;
  /** One sentence. */
  description: string;
  /** Name of the parameter that it sets; absent for flags of the command line itself. */
  parameter?: string;
  /** Parses a value that sets several parameters. @throws UsageError */
  expand?: (value: string) => [parameter: string, value: string][];
}

/** Flags by name; the placeholder of a switch is empty. */
type FlagTable = Readonly<
  Record<string, readonly [placeholder: string, description: string, more?: Partial<Flag>]>
>;

/** Returns flags with a heading. */
export function inGroup(group: string, flags: FlagTable): Flag[] {
  return Object.entries(flags).map(([name, [placeholder, description, more]]) => ({
    name,
    group,
    description,
    ...(placeholder && { placeholder }),
    ...more,
  }));
}
