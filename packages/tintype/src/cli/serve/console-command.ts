import { hashPassword } from '@tintype/server';
import {
  createStoreCommand,
  type StoreAnswer,
  type StoreRequest,
} from '../admin/create-store-command.ts';
import { findService } from '../../service/service-note.ts';
import { UsageError } from '../cli-context.ts';

const USAGE = `Usage
  tintype console login
  tintype console token
  tintype console logout
  tintype console password <password>

For operators of the service. login prints a link that opens the console, valid once and for ten minutes. token prints a token for /v1/operator,
valid for 90 days. logout ends all of these, and every session of an operator. password prints the value for the setting operator_password.`;

const LINK_MS = 10 * 60_000;
const TOKEN_MS = 90 * 24 * 60 * 60_000;
const MIN_PASSWORD = 10;

/** `tintype console`: signs operators in and out. */
export const consoleCommand = createStoreCommand({
  name: 'console',
  usage: USAGE,
  flags: [],
  actions: { login, token, logout, password },
  meant: { login: [], token: [], logout: [], password: [] },
  refuse(action, [first, ...more]) {
    const wanted = action === 'password' ? 1 : 0;
    if (wanted === 0 && first !== undefined) return `tintype console ${action} takes no name.`;
    if (wanted === 0) return undefined;
    if (first === undefined || more.length > 0)
      return 'Give a password: tintype console password <password>';
    return first.length < MIN_PASSWORD
      ? `The password must have at least ${MIN_PASSWORD} characters.`
      : undefined;
  },
});

async function login({ store, config, dataDir }: StoreRequest): Promise<StoreAnswer> {
  const running = await findService(dataDir);
  const secret = await secretOf(store, 'link', LINK_MS);
  const { base_url: baseUrl, host, port, tls_cert: cert } = config;
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? 'localhost' : host;
  const own = `${cert === undefined ? 'http' : 'https'}://${name.includes(':') ? `[${name}]` : name}:${port}`;
  // Browsers never send the part after #, so that no log contains it.
  const known = baseUrl ?? running?.baseUrl ?? running?.address;
  const link = `${(known ?? own).replace(/\/+$/, '')}/console#link=${secret}`;
  const hint =
    known === undefined
      ? `No service runs here with the data in ${dataDir}. If it does not listen on ${own}, put its address in front of /console.\n`
      : '';
  return { plain: `${link}\nIt is valid once, for ten minutes.\n${hint}`, json: { link } };
}

async function token({ store }: StoreRequest): Promise<StoreAnswer> {
  const made = await secretOf(store, 'token', TOKEN_MS);
  return {
    plain: `${made}\nFor /v1/operator, as Authorization: Bearer. It is valid for 90 days, and not shown again.\n`,
    json: { token: made },
  };
}

async function logout({ store }: StoreRequest): Promise<StoreAnswer> {
  const ended = await store.sessions.endOperators();
  return {
    plain: `${ended} sessions, links and tokens of operators have ended.\n`,
    json: { ended },
  };
}

async function password({ subject }: StoreRequest): Promise<StoreAnswer> {
  const hashed = await hashPassword(subject);
  return { plain: `${hashed}\n`, json: { operator_password: hashed } };
}

async function secretOf(
  { sessions }: StoreRequest['store'],
  purpose: 'link' | 'token',
  lastsMs: number,
): Promise<string> {
  const made = await sessions.create({ purpose, lastsMs });
  if (made === undefined) throw new UsageError('Nothing was made.');
  return made.secret;
}
