/** Heading of the flags that do nothing on the command line. */
export const SERVICE_GROUP = 'Only for a service (no effect here)';

/** One flag of the command line. */
export interface Flag {
  /** Without dashes: `full-page`. */
  name: string;
  /** A shorter name that means the same: `width` for `viewport-width`. */
  alias?: string;
  /** One letter: `o`. */
  short?: string;
  /** A switch takes no value and has a `--no-` form; the others take one. */
  isSwitch: boolean;
  /** Placeholder of the value in the help: `<pixels>`. */
  placeholder?: string;
  /** A switch that is on unless it is given: the help shows its `--no-` form. */
  isOn?: boolean;
  /** May be given several times. */
  isList?: boolean;
  /** Heading under which the help shows it. */
  group: string;
  /** One sentence. */
  description: string;
  /** Name of the parameter that it sets; absent for flags of the command line alone. */
  parameter?: string;
  /** Reads a value that sets several parameters. @throws UsageError */
  expand?: (value: string) => [parameter: string, value: string][];
}
