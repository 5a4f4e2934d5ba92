import type { Flag } from './flag.ts';

const OUTPUT = 'Output';
const BROWSER = 'Browser and network';

export const HELP_FLAG: Flag = {
  name: 'help',
  short: 'h',
  isSwitch: true,
  group: OUTPUT,
  description: 'Show this help.',
};

export const JSON_FLAG: Flag = {
  name: 'json',
  isSwitch: true,
  group: OUTPUT,
  description: 'Print the metadata as JSON on stdout (on stderr when the result goes to stdout).',
};

export const VERBOSE_FLAG: Flag = {
  name: 'verbose',
  isSwitch: true,
  group: OUTPUT,
  description: 'Print how long each step took, and stack traces.',
};

export const QUIET_FLAG: Flag = {
  name: 'quiet',
  isSwitch: true,
  group: OUTPUT,
  description: 'Print nothing but errors.',
};

/** Flags of the browser to start. */
export const BROWSER_FLAGS: readonly Flag[] = [
  {
    name: 'chrome-path',
    isSwitch: false,
    placeholder: '<file>',
    group: BROWSER,
    description: 'The browser to use. TINTYPE_CHROME_PATH says the same.',
  },
  {
    name: 'sandbox',
    isSwitch: true,
    isOn: true,
    group: BROWSER,
    description:
      'Run the browser without its sandbox: only for pages that you trust. TINTYPE_NO_SANDBOX=1 says the same.',
  },
];

/** The flag for remote browsers. */
export const REMOTE_FLAG: Flag = {
  name: 'browsers',
  isSwitch: false,
  isList: true,
  placeholder: '<addresses>',
  group: BROWSER,
  description:
    'Render in browsers that run already: ws://, wss:// or http:// addresses of debugging ports, separated by commas. TINTYPE_BROWSERS says the same, and keeps their secrets from other users.',
};

/** Output of results and messages. */
export const OUTPUT_FLAGS: readonly Flag[] = [
  {
    name: 'output',
    short: 'o',
    isSwitch: false,
    placeholder: '<file | folder/ | ->',
    group: OUTPUT,
    description:
      'Where the result goes; - is stdout. The ending chooses the format. Without it the name comes from the URL.',
  },
  {
    name: 'open',
    isSwitch: true,
    group: OUTPUT,
    description: 'Show the file when it is written, in the program that opens such files.',
  },
  {
    name: 'trace',
    isSwitch: false,
    placeholder: '<file.zip>',
    group: OUTPUT,
    description: 'Write down how the render of one page went; tintype trace open shows it.',
  },
  JSON_FLAG,
  VERBOSE_FLAG,
  QUIET_FLAG,
  HELP_FLAG,
];

/** Flags for many pages. */
export const LIST_FLAGS: readonly Flag[] = [
  {
    name: 'from',
    isSwitch: false,
    isList: true,
    placeholder: '<file | url | ->',
    group: 'Page',
    description:
      'A list of pages: a sitemap, one a line, or YAML, JSON or JSON lines with parameters for each; - is stdin. Can be repeated.',
  },
  {
    name: 'data',
    isSwitch: false,
    placeholder: '<file.json>',
    group: 'Page',
    description:
      'Data for HTML of your own that is a template (Liquid): {"title": "Hello"} for {{ title }}.',
  },
  {
    name: 'watch',
    isSwitch: true,
    group: OUTPUT,
    description:
      'Render a local page again when a file in its folder changes, until Ctrl-C. Needs -o <file>.',
  },
  {
    name: 'retry-failed',
    isSwitch: true,
    group: OUTPUT,
    description: 'Render pages that failed once more at the end, where that can help.',
  },
];

/** Egress and rendering of pages. */
export const REACH_FLAGS: readonly Flag[] = [
  {
    name: 'allow',
    isSwitch: false,
    isList: true,
    placeholder: '<host | host:port | CIDR>',
    group: BROWSER,
    description:
      'A private host that the pages may reach; can be repeated. TINTYPE_EGRESS_ALLOW adds more, separated by commas. The host that you typed is allowed anyway.',
  },
  {
    name: 'root',
    isSwitch: false,
    placeholder: '<folder>',
    group: BROWSER,
    description: 'The folder that a local page may read, if not only its own folder.',
  },
  {
    name: 'plugins',
    isSwitch: false,
    placeholder: '<files>',
    group: BROWSER,
    description:
      'Plugins: modules that export plugin, separated as in PATH. They can bring commands of their own. TINTYPE_PLUGINS adds more.',
  },
  ...BROWSER_FLAGS,
  REMOTE_FLAG,
  {
    name: 'concurrency',
    isSwitch: false,
    placeholder: '<number>',
    group: BROWSER,
    description: 'How many pages are rendered at the same time; default one for each core.',
  },
];
