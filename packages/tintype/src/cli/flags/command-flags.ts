import { inGroup, type Flag } from './flag.ts';

const OUTPUT = 'Output';
const BROWSER = 'Browser and network';

export const HELP_FLAG: Flag = {
  name: 'help',
  short: 'h',
  group: OUTPUT,
  description: 'Show this help.',
};

export const JSON_FLAG: Flag = {
  name: 'json',
  group: OUTPUT,
  description: 'Print the metadata as JSON on stdout (on stderr when the result goes to stdout).',
};

export const VERBOSE_FLAG: Flag = {
  name: 'verbose',
  group: OUTPUT,
  description: 'Print the duration of each stage, and stack traces.',
};

export const QUIET_FLAG: Flag = { name: 'quiet', group: OUTPUT, description: 'Print errors only.' };

export const BROWSER_FLAGS: readonly Flag[] = inGroup(BROWSER, {
  'chrome-path': ['<file>', 'The browser to use. Also TINTYPE_CHROME_PATH.'],
  sandbox: [
    '',
    'Run the browser without its sandbox: only for pages that you trust. Also TINTYPE_NO_SANDBOX=1.',
    { isOn: true },
  ],
});

export const REMOTE_FLAG: Flag = {
  name: 'browsers',
  isList: true,
  placeholder: '<addresses>',
  group: BROWSER,
  description:
    'Render in running browsers: ws://, wss:// or http:// addresses of debugging ports, separated by commas. Also TINTYPE_BROWSERS, which hides their secrets from other users.',
};

/** Output of results and messages. */
export const OUTPUT_FLAGS: readonly Flag[] = [
  ...inGroup(OUTPUT, {
    output: [
      '<file | folder/ | ->',
      'File or folder of the result; - is stdout. The extension selects the format. By default the name is derived from the URL.',
      { short: 'o' },
    ],
    open: ['', 'Open the written file in its default program.'],
    trace: ['<file.zip>', 'Write a trace of the render of one page; tintype trace open shows it.'],
  }),
  JSON_FLAG,
  VERBOSE_FLAG,
  QUIET_FLAG,
  HELP_FLAG,
];

/** Flags for many pages. */
export const LIST_FLAGS: readonly Flag[] = [
  ...inGroup('Page', {
    from: [
      '<file | url | ->',
      'A list of pages: a sitemap, text with one page per line, or YAML, JSON or JSON lines with parameters for each; - is stdin. Can be repeated.',
      { isList: true },
    ],
    data: [
      '<file.json>',
      'Data for your own HTML as a template (Liquid): {"title": "Hello"} for {{ title }}.',
    ],
  }),
  ...inGroup(OUTPUT, {
    watch: [
      '',
      'Render a local page again when a file in its folder changes, until Ctrl-C. Needs -o <file>.',
    ],
    'retry-failed': ['', 'Render failed pages again at the end, if a retry can help.'],
  }),
];

/** Egress and rendering of pages. */
export const REACH_FLAGS: readonly Flag[] = [
  ...inGroup(BROWSER, {
    allow: [
      '<host | host:port | CIDR>',
      'A private host that the pages may reach; can be repeated. TINTYPE_EGRESS_ALLOW adds more, separated by commas. The host of the page is always allowed.',
      { isList: true },
    ],
    root: ['<folder>', 'The folder that a local page may read; default its own folder.'],
    plugins: [
      '<files>',
      'Plugins: modules that export plugin, separated as in PATH. They can add commands. TINTYPE_PLUGINS adds more.',
    ],
  }),
  ...BROWSER_FLAGS,
  REMOTE_FLAG,
  ...inGroup(BROWSER, {
    concurrency: ['<number>', 'Number of pages to render concurrently; default one per core.'],
  }),
];
