import { delimiter } from 'node:path';
import { longestRenderMs } from '@tintype/contract';
import { defaultHeaderPrefix, headerPrefixPattern } from '@tintype/contract/headers';
import { accountFields, concealPlace, planNames } from '@tintype/store';
import * as z from 'zod/mini';
import { roleNames } from '../roles.ts';
import type { Setting } from './setting.ts';
import {
  allowed,
  baseUrl,
  filesPlace,
  hideBrowsers,
  hideUpstreams,
  origin,
  ownAddress,
  plans,
  port,
  remoteBrowser,
  storePlace,
  trustedProxy,
  upstreams,
} from './setting-schemas.ts';
import { choice, integer, list, onOff, path, text } from './setting-types.ts';

const LISTEN = 'Address';
const STORE = 'Data';
const ACCOUNT = 'Accounts';
const RENDER = 'Rendering';
const REACH = 'Network';
const CACHE = 'Cache';
const OBSERVE = 'Logs and metrics';

const DAYS = 3_650;
const MIB = 1_048_576;
const GIB = 1_073_741_824;

/**
 * All settings of the service. Flags, variables, keys of the file, checks and docs are derived from
 * this table.
 */
export const settings = {
  host: {
    ...text('a host name or an address', /^[A-Za-z0-9.:_-]{1,255}$/, 'address'),
    group: LISTEN,
    description: 'Where to listen. 0.0.0.0 and :: are every network of the machine.',
    default: '127.0.0.1',
  },
  port: {
    ...integer(0, 65_535, 'number'),
    group: LISTEN,
    description: 'The port to listen on; 0 takes a free one.',
    default: 3000,
  },
  base_url: {
    schema: baseUrl,
    placeholder: 'URL',
    group: LISTEN,
    description: 'How clients reach the service; addresses in answers begin with it.',
    defaultText: 'where it listens',
  },
  tls_cert: {
    ...path('file'),
    group: LISTEN,
    description:
      'Certificate and its chain (PEM): the service then speaks https, TLS 1.2 or newer.',
  },
  tls_key: {
    ...path('file'),
    group: LISTEN,
    description: 'Private key of the certificate (PEM).',
  },
  trust_proxy: {
    ...list('addresses, CIDRs, or loopback, linklocal, uniquelocal', 'addresses', trustedProxy),
    group: LISTEN,
    description: 'Proxies in front whose X-Forwarded-For and X-Forwarded-Proto are believed.',
    default: [],
  },
  cors_origins: {
    ...list('web origins like https://app.example, or *', 'origins', origin),
    group: LISTEN,
    description: 'Web pages of these origins may use the API from a browser.',
    default: [],
  },
  header_prefix: {
    ...text('a name that begins with X-, such as X-Acme', headerPrefixPattern, 'name'),
    group: LISTEN,
    description:
      "Beginning of the names of Tintype's own headers in responses and webhooks, for receivers written for another service.",
    default: defaultHeaderPrefix,
  },
  max_body_bytes: {
    ...integer(1_024, 1_073_741_824, 'bytes'),
    group: LISTEN,
    description: 'The largest request body; larger ones are answered with 413.',
    default: 10 * MIB,
  },
  max_keyless_body_bytes: {
    ...integer(1_024, GIB, 'bytes'),
    group: LISTEN,
    description:
      'The largest body of a request whose access key is not in the header X-Access-Key; larger ones are answered with 413.',
    default: MIB / 4,
  },
  max_bodies_bytes: {
    ...integer(1_024, 64 * GIB, 'bytes'),
    group: LISTEN,
    description:
      'The bodies of all requests under way together, half of it for one account at most; beyond it the answer is 429.',
    defaultText: 'eight times `max_body_bytes`',
  },
  max_connections: {
    ...integer(1, 1_000_000, 'number'),
    group: LISTEN,
    description: 'Connections at the same time; more are closed as they come.',
    default: 1_024,
  },
  max_connections_per_address: {
    ...integer(1, 1_000_000, 'number'),
    group: LISTEN,
    description:
      'Connections of one address, or IPv6 network of 64 bits, at the same time; behind a proxy of trust_proxy, requests of one client. Not for 127.0.0.1 and ::1.',
    default: 256,
  },
  max_wrong_keys: {
    ...integer(1, 1_000_000, 'number'),
    group: LISTEN,
    description:
      'Requests without a valid access key in a minute from one address; beyond them the answer is 429, but not for keys that were valid not long ago.',
    default: 60,
  },
  keyless_receive_timeout_s: {
    ...integer(1, 3_600, 'seconds'),
    group: LISTEN,
    description:
      'How long headers may take to arrive, and a body whose access key is not in the header X-Access-Key; never longer than receive_timeout_s.',
    default: 10,
  },
  receive_timeout_s: {
    ...integer(1, 3_600, 'seconds'),
    group: LISTEN,
    description: 'How long a request may take to arrive.',
    default: 60,
  },
  drain_timeout_s: {
    ...integer(1, 900, 'seconds'),
    group: LISTEN,
    description: 'Time running renders may take to finish when the service stops.',
    default: longestRenderMs() / 1000,
  },
  data_dir: {
    ...path('folder'),
    group: STORE,
    description: 'Accounts, requests, tasks, results and the cache.',
    defaultText: 'the folder for data of the user',
  },
  store: {
    schema: storePlace,
    placeholder: 'place',
    group: STORE,
    description:
      'The database: SQLite in the data folder, or in another one, or Postgres, which several services can share.',
    default: 'sqlite',
    isSecret: true,
    conceal: concealPlace,
  },
  files: {
    schema: filesPlace,
    placeholder: 'place',
    group: STORE,
    description:
      'Where results lie: `folder`, in the data folder, or s3://<bucket>/<prefix>, which several services can share.',
    default: 'folder',
  },
  files_redirect_s: {
    ...integer(0, 604_800, 'seconds'),
    group: STORE,
    description:
      'Downloads of results in S3 are sent on to an address there that opens the file for so long; 0: the service passes the file on.',
    default: 0,
  },
  s3_endpoint: {
    schema: baseUrl,
    placeholder: 'URL',
    group: STORE,
    description: 'The S3 server, where it is not that of AWS. AWS_ENDPOINT_URL_S3 says the same.',
    defaultText: 'that of AWS in the region',
  },
  s3_region: {
    ...text('the name of a region', /^[a-z0-9-]{1,64}$/, 'region'),
    group: STORE,
    description: 'The region of the buckets. AWS_REGION says the same.',
    defaultText: 'us-east-1',
  },
  s3_access_key_id: {
    ...text('1 to 256 printable ASCII characters without spaces', /^[!-~]{1,256}$/, 'key'),
    group: STORE,
    description: 'The key for S3. AWS_ACCESS_KEY_ID says the same.',
    defaultText: 'that of the role of the container',
    isSecret: true,
  },
  s3_secret_access_key: {
    ...text('1 to 256 printable ASCII characters without spaces', /^[!-~]{1,256}$/, 'key'),
    group: STORE,
    description: 'The secret of that key. AWS_SECRET_ACCESS_KEY says the same.',
    isSecret: true,
  },
  role: {
    ...list('api, worker, scheduler, webhooks', 'roles', z.enum(roleNames)),
    group: STORE,
    description:
      'What this process does, where others do the rest: api, worker, scheduler, webhooks; see scaling.md.',
    default: [...roleNames],
    defaultText: 'everything',
  },
  master_key: {
    ...text(
      '64 hex digits, or base64 of 32 bytes; older ones behind it, with commas',
      /^(?:[0-9a-fA-F]{64}|[A-Za-z0-9+/]{43}=)(?:[\s,]+(?:[0-9a-fA-F]{64}|[A-Za-z0-9+/]{43}=)){0,9}$/,
      'key',
    ),
    group: STORE,
    description: 'Encrypts the secret keys in the store.',
    defaultText: 'master.key in the data folder, made at the first start',
    isSecret: true,
  },
  keep_requests_days: {
    ...integer(1, DAYS, 'days'),
    group: STORE,
    description: 'How long finished requests can be asked about.',
    default: 30,
  },
  keep_deliveries_days: {
    ...integer(1, DAYS, 'days'),
    group: STORE,
    description: 'How long webhooks that were delivered or given up stay listed.',
    default: 30,
  },
  keep_free_bytes: {
    ...integer(0, 1_024 * GIB, 'bytes'),
    group: STORE,
    description:
      'Free space of the disk below which nothing new is taken (507); reading, and what is queued, go on.',
    default: 512 * MIB,
  },
  max_database_bytes: {
    ...integer(16 * MIB, 1_024 * GIB, 'bytes'),
    group: STORE,
    description:
      'The largest database, of SQLite; at nine tenths of it nothing new is taken (507). A store on Postgres refuses it.',
    default: 32 * GIB,
  },
  access_key: {
    schema: accountFields.accessKey,
    placeholder: 'key',
    group: ACCOUNT,
    description: 'Makes an account with this access key at the start, or keeps it.',
    isSecret: true,
  },
  secret_key: {
    schema: accountFields.secretKey,
    placeholder: 'key',
    group: ACCOUNT,
    description: 'The secret key of that account; a random one when not given.',
    isSecret: true,
  },
  keys_file: {
    ...path('file'),
    group: ACCOUNT,
    description:
      'Where new keys are written, for the user of the service alone, instead of being shown.',
    defaultText: 'shown once at a terminal; else new-keys.env in the data folder',
  },
  plan: {
    ...choice(planNames),
    group: ACCOUNT,
    description: 'The plan of that account, and of the one that a first start makes.',
    default: 'scale' as const,
  },
  operator_password: {
    ...text(
      'what tintype console password printed',
      /^scrypt\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}$/,
      'hash',
    ),
    group: ACCOUNT,
    description:
      'Lets operators sign in to the console with a password: what `tintype console password` printed.',
    defaultText: 'they use the link of `tintype console login`',
    isSecret: true,
  },
  plans: {
    schema: plans,
    placeholder: 'JSON',
    group: ACCOUNT,
    description: 'Quotas, rates and features of the plans; see accounts.md.',
    defaultText: 'the usual ones',
  },
  concurrency: {
    ...integer(1, 256, 'number'),
    group: RENDER,
    description: 'How many renders run at the same time.',
    defaultText:
      'two for each core; with browsers, their pages but one, for the test page of /ready',
  },
  max_waiting: {
    ...integer(0, 100_000, 'number'),
    group: RENDER,
    description: 'How many more may wait for a slot; beyond them the answer is 429.',
    default: 100,
  },
  max_timeout: {
    ...integer(1, 86_400, 'seconds'),
    group: RENDER,
    description: 'The largest timeout that a request may ask for, and the default if that is less.',
    default: 30,
  },
  max_page_bytes: {
    ...integer(256 * MIB, 256 * GIB, 'bytes'),
    group: RENDER,
    description:
      'Memory that the processes of one page may take together, on Linux; a page that takes more ends with page_too_large.',
    default: 1.5 * GIB,
  },
  chrome_path: {
    ...path('file'),
    group: RENDER,
    description: 'The browser to use.',
    defaultText: 'what is found on the machine, or comes with the package',
  },
  browsers: {
    ...list(
      'addresses of browsers (ws:, wss:) or of debugging ports (http:, https:)',
      'addresses',
      remoteBrowser,
    ),
    group: RENDER,
    description:
      'Remote browsers to render in, at most 100, instead of those that the service starts; see remote-browsers.md. Needs remote_browsers_for_accounts.',
    default: [],
    isSecret: true,
    conceal: hideBrowsers,
  },
  pages_per_browser: {
    ...integer(1, 100, 'number'),
    group: RENDER,
    description: 'The most renders that have a page of one of browsers; more wait.',
    default: 4,
  },
  remote_browsers_for_accounts: {
    ...onOff(),
    group: RENDER,
    description:
      'Renders requests of accounts in browsers, where memory, processor time and the sandbox are not those that the service sets. Without it, a service with browsers does not start.',
    default: false,
  },
  browser_cgroup: {
    ...path('folder'),
    group: RENDER,
    description:
      'On Linux: a control group (version 2) for browsers, without processes of its own; see browsers.md.',
    defaultText: 'none',
  },
  browser_niceness: {
    ...integer(0, 19, 'number'),
    group: RENDER,
    description:
      'How far browsers let the service and others go first where processors are short (nice); 0 is not at all.',
    default: 10,
  },
  no_sandbox: {
    ...onOff(),
    group: RENDER,
    description:
      'Lets the browser run without its sandbox. Without this, the service refuses to start where there is none.',
    default: false,
    flag: { name: 'sandbox', isInverted: true },
  },
  cache_dir: {
    ...path('folder'),
    group: RENDER,
    description: 'Where browsers, fonts and filter lists are kept.',
    defaultText: 'the cache folder of the user',
  },
  plugins: {
    ...list('files', 'paths', z.string()),
    isPath: true,
    separator: delimiter,
    group: RENDER,
    description:
      'Plugins: modules that export plugin; in the environment separated as in PATH. The kinds that they bring have addresses of their own.',
    default: [],
  },
  block_lists: {
    ...list('files or folders', 'paths', z.string()),
    isPath: true,
    separator: delimiter,
    group: RENDER,
    description:
      'Further filter lists against ads and trackers; in the environment separated as in PATH.',
    default: [],
  },
  egress_allow: {
    ...list('hosts, host:port, addresses or CIDRs', 'hosts', allowed),
    group: REACH,
    description: 'What pages and webhooks may reach although it is not public.',
    default: [],
  },
  egress_address: {
    schema: ownAddress,
    placeholder: 'address',
    group: REACH,
    description: 'Where browsers on other machines reach the egress proxy.',
    defaultText: 'none: browsers must be on this machine',
  },
  egress_ports: {
    ...list('ports from 1 to 65535', 'ports', port),
    group: REACH,
    description: 'The only ports of public hosts that may be reached.',
    defaultText: 'all but those of services that are no web servers',
  },
  egress_proxy_names: {
    ...onOff(),
    group: REACH,
    description:
      'Gives proxies names and not the addresses that were checked; only for proxies that reach nothing private.',
    default: false,
  },
  upstreams: {
    schema: upstreams,
    placeholder: 'JSON',
    group: REACH,
    description:
      'The proxies that ip_location picks from: one, or a list of them, for each country.',
    defaultText: 'none',
    isSecret: true,
    conceal: hideUpstreams,
  },
  webhook_allow_http: {
    ...onOff(),
    group: REACH,
    description: 'Lets webhook_url be plain http.',
    default: false,
  },
  cache_memory_bytes: {
    ...integer(0, 64 * GIB, 'bytes'),
    group: CACHE,
    description: 'Memory for cached results.',
    default: 64 * MIB,
  },
  cache_disk_bytes: {
    ...integer(0, 16_384 * GIB, 'bytes'),
    group: CACHE,
    description:
      'Disk space for cached results; beyond it the least recently used go. Of cache_files in S3, the largest one.',
    default: 5 * GIB,
  },
  cache_files: {
    schema: filesPlace,
    placeholder: 'place',
    group: CACHE,
    description:
      'Storage of cached results beside memory: `folder`, in the data folder, or s3://<bucket>/<prefix>, for all services that name the same.',
    default: 'folder',
  },
  log_level: {
    ...choice(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    group: OBSERVE,
    description: 'The least that is logged. Each answer is one line of info.',
    default: 'info' as const,
  },
  log_format: {
    ...choice(['auto', 'json', 'text']),
    group: OBSERVE,
    description: 'JSON lines, or text for people; auto is text on a terminal.',
    default: 'auto' as const,
  },
  failure_traces: {
    ...onOff(),
    group: OBSERVE,
    description: 'Keeps a brief trace of each render that fails for a day, for its account.',
    default: true,
  },
  metrics_token: {
    ...text('8 to 256 printable ASCII characters without spaces', /^[!-~]{8,256}$/, 'token'),
    group: OBSERVE,
    description: 'Who sends it as a bearer token may read /metrics from anywhere.',
    defaultText: 'only this machine may read it',
    isSecret: true,
  },
} satisfies Record<string, Setting>;

type Settings = typeof settings;

export type SettingName = keyof Settings;

type ValueOf<S> = S extends { schema: z.core.$ZodType } ? z.output<S['schema']> : never;

/** Configuration of the service. A setting without a default is absent unless it is set. */
export type ServiceConfig = {
  readonly [N in SettingName as Settings[N] extends { default: unknown } ? N : never]: ValueOf<
    Settings[N]
  >;
} & {
  readonly [N in SettingName as Settings[N] extends { default: unknown } ? never : N]?: ValueOf<
    Settings[N]
  >;
};
