import { delimiter } from 'node:path';
import { longestRenderMs, longestVideo, usualDurationS } from '@tintype/contract';
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
  mailDomain,
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

const DAYS = 3_650;
const MIB = 1_048_576;
const GIB = 1_073_741_824;

function inGroup<const G extends Record<string, Omit<Setting, 'group'>>>(
  group: string,
  members: G,
): { [N in keyof G]: G[N] & { group: string } } {
  const entries = Object.entries(members).map(([name, setting]) => [name, { ...setting, group }]);
  return Object.fromEntries(entries) as { [N in keyof G]: G[N] & { group: string } };
}

/**
 * All settings of the service. Flags, variables, keys of the file, checks and docs are derived from
 * this table.
 */
export const settings = {
  ...inGroup('Address', {
    host: {
      ...text('a host name or an address', /^[A-Za-z0-9.:_-]{1,255}$/, 'address'),
      description: 'Address to listen on. 0.0.0.0 and :: are all interfaces.',
      default: '127.0.0.1',
    },
    port: {
      ...integer(0, 65_535, 'number'),
      description: 'Port to listen on; 0 selects a free one.',
      default: 3000,
    },
    base_url: {
      schema: baseUrl,
      placeholder: 'URL',
      description: 'Public URL of the service: the base of URLs in responses.',
      defaultText: 'the address that it listens on',
    },
    tls_cert: {
      ...path('file'),
      description:
        'Certificate with its chain (PEM): the service then uses https, TLS 1.2 or newer.',
    },
    tls_key: {
      ...path('file'),
      description: 'Private key of the certificate (PEM).',
    },
    trust_proxy: {
      ...list('addresses, CIDRs, or loopback, linklocal, uniquelocal', 'addresses', trustedProxy),
      description:
        'Proxies in front of the service whose X-Forwarded-For and X-Forwarded-Proto are trusted.',
      default: [],
    },
    cors_origins: {
      ...list('web origins like https://app.example, or *', 'origins', origin),
      description: 'Web pages of these origins may use the API from a browser.',
      default: [],
    },
    header_prefix: {
      ...text('a name that starts with X-, such as X-Acme', headerPrefixPattern, 'name'),
      description:
        "Beginning of the names of Tintype's own headers in responses and webhooks, for receivers written for another service.",
      default: defaultHeaderPrefix,
    },
    max_body_bytes: {
      ...integer(1_024, 1_073_741_824, 'bytes'),
      description: 'Maximum size of a request body; a larger one receives 413.',
      default: 10 * MIB,
    },
    max_keyless_body_bytes: {
      ...integer(1_024, GIB, 'bytes'),
      description:
        'Maximum body of a request whose access key is not in the header X-Access-Key; a larger one receives 413.',
      default: MIB / 4,
    },
    max_bodies_bytes: {
      ...integer(1_024, 64 * GIB, 'bytes'),
      description:
        'Maximum total size of the bodies of running requests, at most half of it for one account; others receive 429.',
      defaultText: 'eight times `max_body_bytes`',
    },
    max_connections: {
      ...integer(1, 1_000_000, 'number'),
      description: 'Maximum number of open connections; further ones are closed immediately.',
      default: 1_024,
    },
    max_connections_per_address: {
      ...integer(1, 1_000_000, 'number'),
      description:
        'Maximum number of open connections of one address, or IPv6 /64 network; behind a proxy of trust_proxy, of requests of one client. Does not apply to 127.0.0.1 and ::1.',
      default: 256,
    },
    max_wrong_keys: {
      ...integer(1, 1_000_000, 'number'),
      description:
        'Maximum number of requests per minute without a valid access key from one address; further ones receive 429, except with a key that was valid recently.',
      default: 60,
    },
    keyless_receive_timeout_s: {
      ...integer(1, 3_600, 'seconds'),
      description:
        'Time for headers to arrive, and for a body whose access key is not in the header X-Access-Key; at most receive_timeout_s.',
      default: 10,
    },
    receive_timeout_s: {
      ...integer(1, 3_600, 'seconds'),
      description: 'Time for a request to arrive.',
      default: 60,
    },
    drain_timeout_s: {
      ...integer(1, 7200, 'seconds'),
      description: 'Time running renders may take to finish when the service stops.',
      default: longestRenderMs() / 1000,
    },
  }),
  ...inGroup('Data', {
    data_dir: {
      ...path('folder'),
      description: 'Folder of accounts, requests, tasks, results and the cache.',
      defaultText: 'the folder for data of the user',
    },
    store: {
      schema: storePlace,
      placeholder: 'place',
      description:
        'The database: SQLite in the data folder or another folder, or Postgres, which several services can share.',
      default: 'sqlite',
      isSecret: true,
      conceal: concealPlace,
    },
    files: {
      schema: filesPlace,
      placeholder: 'place',
      description:
        'Storage of results: `folder`, in the data folder, or s3://<bucket>/<prefix>, which several services can share.',
      default: 'folder',
    },
    files_redirect_s: {
      ...integer(0, 604_800, 'seconds'),
      description:
        'Lifetime of the S3 URLs that downloads of results are redirected to; 0: the service sends the file itself.',
      default: 0,
    },
    s3_endpoint: {
      schema: baseUrl,
      placeholder: 'URL',
      description: 'The S3 server, if not that of AWS. Also AWS_ENDPOINT_URL_S3.',
      defaultText: 'that of AWS in the region',
    },
    s3_region: {
      ...text('the name of a region', /^[a-z0-9-]{1,64}$/, 'region'),
      description: 'The region of the buckets. Also AWS_REGION.',
      defaultText: 'us-east-1',
    },
    s3_access_key_id: {
      ...text('1 to 256 printable ASCII characters without spaces', /^[!-~]{1,256}$/, 'key'),
      description: 'The key for S3. Also AWS_ACCESS_KEY_ID.',
      defaultText: 'that of the role of the container',
      isSecret: true,
    },
    s3_secret_access_key: {
      ...text('1 to 256 printable ASCII characters without spaces', /^[!-~]{1,256}$/, 'key'),
      description: 'The secret of that key. Also AWS_SECRET_ACCESS_KEY.',
      isSecret: true,
    },
    role: {
      ...list('api, worker, scheduler, webhooks', 'roles', z.enum(roleNames)),
      description:
        'Roles of this process, if others have the rest: api, worker, scheduler, webhooks; see scaling.md.',
      default: [...roleNames],
      defaultText: 'everything',
    },
    master_key: {
      ...text(
        '64 hex digits, or base64 of 32 bytes; then older keys, separated by commas',
        /^(?:[0-9a-fA-F]{64}|[A-Za-z0-9+/]{43}=)(?:[\s,]+(?:[0-9a-fA-F]{64}|[A-Za-z0-9+/]{43}=)){0,9}$/,
        'key',
      ),
      description: 'Encrypts the secret keys in the store.',
      defaultText: 'master.key in the data folder, created by the first start',
      isSecret: true,
    },
    keep_requests_days: {
      ...integer(1, DAYS, 'days'),
      description: 'How long finished requests are stored.',
      default: 30,
    },
    keep_deliveries_days: {
      ...integer(1, DAYS, 'days'),
      description: 'How long webhooks are stored after they were delivered or given up.',
      default: 30,
    },
    session_ttl: {
      ...integer(1, DAYS, 'days'),
      description:
        'Time after its last use at which a session of pages (`session`) expires, if it has no ttl of its own.',
      default: 30,
    },
    keep_free_bytes: {
      ...integer(0, 1_024 * GIB, 'bytes'),
      description:
        'Free disk space below which new requests receive 507; reads and queued requests continue.',
      default: 512 * MIB,
    },
    max_database_bytes: {
      ...integer(16 * MIB, 1_024 * GIB, 'bytes'),
      description:
        'Maximum size of an SQLite database; at nine tenths of it new requests receive 507. Not allowed with Postgres.',
      default: 32 * GIB,
    },
  }),
  ...inGroup('Accounts', {
    access_key: {
      schema: accountFields.accessKey,
      placeholder: 'key',
      description: 'Creates an account with this access key at the start, unless it exists.',
      isSecret: true,
    },
    secret_key: {
      schema: accountFields.secretKey,
      placeholder: 'key',
      description: 'The secret key of that account; default a random one.',
      isSecret: true,
    },
    keys_file: {
      ...path('file'),
      description:
        'File that new keys are written to instead of the terminal, readable only by the user of the service.',
      defaultText: 'shown once at a terminal; else new-keys.env in the data folder',
    },
    plan: {
      ...choice(planNames),
      description: 'The plan of that account, and of the account that a first start creates.',
      default: 'scale',
    },
    operator_password: {
      ...text(
        'the output of tintype console password',
        /^scrypt\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}$/,
        'hash',
      ),
      description:
        'Lets operators sign in to the console with a password: the output of `tintype console password`.',
      defaultText: 'they use the link of `tintype console login`',
      isSecret: true,
    },
    plans: {
      schema: plans,
      placeholder: 'JSON',
      description: 'Quotas, rates and features of the plans; see accounts.md.',
      defaultText: 'the built-in plans',
    },
  }),
  ...inGroup('Rendering', {
    concurrency: {
      ...integer(1, 256, 'number'),
      description: 'Maximum number of concurrent renders.',
      defaultText:
        'two per core; with browsers, one less than their pages, which is for the test page of /ready',
    },
    max_waiting: {
      ...integer(0, 100_000, 'number'),
      description: 'Maximum number of renders that wait for a slot; further ones receive 429.',
      default: 100,
    },
    max_timeout: {
      ...integer(1, 86_400, 'seconds'),
      description:
        'Maximum timeout of a request; if lower than the default timeout, it also replaces that.',
      default: 30,
    },
    max_duration: {
      ...integer(1, longestVideo.duration, 'seconds'),
      description:
        'Maximum duration of a video, with its from_time. A longer one needs a longer drain_timeout_s, and clients that wait longer.',
      default: usualDurationS,
    },
    max_page_bytes: {
      ...integer(256 * MIB, 256 * GIB, 'bytes'),
      description:
        'Maximum memory of all processes of one page, on Linux; a page that uses more fails with page_too_large.',
      default: 1.5 * GIB,
    },
    chrome_path: {
      ...path('file'),
      description: 'The browser to use.',
      defaultText: 'the one found on the machine, or that of the package',
    },
    browsers: {
      ...list(
        'addresses of browsers (ws:, wss:) or of debugging ports (http:, https:)',
        'addresses',
        remoteBrowser,
      ),
      description:
        'Remote browsers to render in, at most 100, instead of those that the service starts; see remote-browsers.md. Needs remote_browsers_for_accounts.',
      default: [],
      isSecret: true,
      conceal: hideBrowsers,
    },
    pages_per_browser: {
      ...integer(1, 100, 'number'),
      description: 'Maximum number of renders with a page of one of browsers; more wait.',
      default: 4,
    },
    remote_browsers_for_accounts: {
      ...onOff(),
      description:
        'Renders requests of accounts in browsers, where the service controls neither memory and processor time nor the sandbox. Without it, a service with browsers does not start.',
      default: false,
    },
    browser_cgroup: {
      ...path('folder'),
      description:
        'On Linux: a control group (version 2) for browsers, without processes of its own; see browsers.md.',
      defaultText: 'none',
    },
    browser_niceness: {
      ...integer(0, 19, 'number'),
      description:
        'Niceness of browsers: how far other processes take precedence when processor time is short; 0 is not at all.',
      default: 10,
    },
    no_sandbox: {
      ...onOff(),
      description:
        'Lets the browser run without its sandbox. Otherwise the service refuses to start if the sandbox does not work.',
      default: false,
      flag: { name: 'sandbox', isInverted: true },
    },
    cache_dir: {
      ...path('folder'),
      description: 'The folder of browsers, fonts and filter lists.',
      defaultText: 'the cache folder of the user',
    },
    plugins: {
      ...list('files', 'paths', z.string()),
      isPath: true,
      separator: delimiter,
      description:
        'Plugins: modules that export plugin; in the environment separated as in PATH. Their kinds get routes.',
      default: [],
    },
    block_lists: {
      ...list('files or folders', 'paths', z.string()),
      isPath: true,
      separator: delimiter,
      description:
        'Further filter lists against ads and trackers; in the environment separated as in PATH.',
      default: [],
    },
  }),
  ...inGroup('Network', {
    egress_allow: {
      ...list('hosts, host:port, addresses or CIDRs', 'hosts', allowed),
      description: 'Private targets that pages and webhooks may reach.',
      default: [],
    },
    egress_address: {
      schema: ownAddress,
      placeholder: 'address',
      description: 'Address at which browsers on other machines reach the egress proxy.',
      defaultText: 'none: browsers must be on this machine',
    },
    egress_ports: {
      ...list('ports from 1 to 65535', 'ports', port),
      description: 'The only ports of public hosts that may be reached.',
      defaultText: 'all but those of well-known services that are not web servers',
    },
    egress_proxy_names: {
      ...onOff(),
      description:
        'Sends host names to proxies, not the checked addresses; only for proxies that reach nothing private.',
      default: false,
    },
    upstreams: {
      schema: upstreams,
      placeholder: 'JSON',
      description: 'Proxies for ip_location: one, or a list of them, for each country.',
      defaultText: 'none',
      isSecret: true,
      conceal: hideUpstreams,
    },
    webhook_allow_http: {
      ...onOff(),
      description: 'Allows plain http in webhook_url.',
      default: false,
    },
    smtp_url: {
      ...text(
        'an address such as smtps://user:password@mail.example',
        /^smtps?:\/\/(?:[^\s@/]+@)?[a-z0-9.[\]:-]+(?::\d+)?\/?$/i,
        'address',
      ),
      description: 'Mail server for notifications of monitors by e-mail.',
      defaultText: 'no e-mail is sent',
      isSecret: true,
    },
    mail_from: {
      ...text(
        'an address, or Name <address>',
        /^(?:[^\s@<>]+@[^\s@<>]+|[^<>@\p{Cc}"]{1,100} <[^\s@<>]+@[^\s@<>]+>)$/u,
        'address',
      ),
      description: 'Sender of e-mails.',
      defaultText: 'tintype@ the host of smtp_url',
    },
    mail_domains: {
      ...list('domains such as example.com', 'domains', mailDomain),
      description: 'Domains that e-mails may be sent to; empty: any.',
      default: [],
    },
  }),
  ...inGroup('Cache', {
    cache_memory_bytes: {
      ...integer(0, 64 * GIB, 'bytes'),
      description: 'Memory for cached results.',
      default: 64 * MIB,
    },
    cache_disk_bytes: {
      ...integer(0, 16_384 * GIB, 'bytes'),
      description:
        'Disk space for cached results; beyond it the least recently used ones are removed. With cache_files in S3, the maximum size of one result.',
      default: 5 * GIB,
    },
    cache_files: {
      schema: filesPlace,
      placeholder: 'place',
      description:
        'Storage of cached results beside memory: `folder`, in the data folder, or s3://<bucket>/<prefix>, shared by all services with the same value.',
      default: 'folder',
    },
  }),
  ...inGroup('Logs and metrics', {
    log_level: {
      ...choice(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
      description: 'Lowest level that is logged. Each response is one line at level info.',
      default: 'info',
    },
    log_format: {
      ...choice(['auto', 'json', 'text']),
      description: 'JSON lines, or text for people; auto is text on a terminal.',
      default: 'auto',
    },
    failure_traces: {
      ...onOff(),
      description: 'Stores a brief trace of each failed render for a day, for its account.',
      default: true,
    },
    metrics_token: {
      ...text('8 to 256 printable ASCII characters without spaces', /^[!-~]{8,256}$/, 'token'),
      description: 'Bearer token for reading /metrics from anywhere.',
      defaultText: 'only this machine may read it',
      isSecret: true,
    },
  }),
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
