import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { maxBrowsers } from '@tintype/chrome/browser-address';
import { placeOf } from '@tintype/store';
import { needsOthers, roleNames } from './roles.ts';
import type { ServiceConfig } from './settings/settings.ts';

/** A certificate and its key, in PEM form. */
export interface TlsFiles {
  cert: Buffer;
  key: Buffer;
}

/** Checks rules across settings. @throws Error with one sentence */
export function checkConfig(config: ServiceConfig): void {
  const { tls_cert: cert, tls_key: key, access_key: access, secret_key: secret } = config;
  if ((cert === undefined) !== (key === undefined)) {
    const [given, missing] = cert === undefined ? ['tls_key', 'tls_cert'] : ['tls_cert', 'tls_key'];
    throw new Error(`${given} needs ${missing} as well: a certificate and its private key.`);
  }
  if (secret !== undefined && access === undefined) {
    throw new Error('secret_key requires access_key: both belong to one account.');
  }
  const { s3_access_key_id: keyId, s3_secret_access_key: keySecret } = config;
  if ((keyId === undefined) !== (keySecret === undefined)) {
    throw new Error('s3_access_key_id and s3_secret_access_key require each other.');
  }
  checkRoles(config);
  checkBrowsers(config);
  const { max_bodies_bytes: all = Infinity, max_body_bytes: one } = config;
  if (all < one) {
    throw new Error('max_bodies_bytes must be at least max_body_bytes, so that one body fits.');
  }
}

function checkRoles({ role, store }: ServiceConfig): void {
  if (role.length === 0) {
    throw new Error(`role must be at least one of ${roleNames.join(', ')}; leave it out for all.`);
  }
  if (!needsOthers(role) || placeOf(store, '').kind === 'postgres') return;
  throw new Error(
    `role: a process that is ${role.join(', ')} alone shares its store with those that do the rest. Give store=postgres://... and a data_dir that all of them see, or leave role out: one process then does everything.`,
  );
}

function checkBrowsers({ browsers, remote_browsers_for_accounts: isAllowed }: ServiceConfig): void {
  if (browsers.length > maxBrowsers) {
    throw new Error(`browsers must be at most ${maxBrowsers} addresses; got ${browsers.length}.`);
  }
  if (browsers.length === 0 || isAllowed) return;
  throw new Error(
    'browsers: requests of accounts are rendered in remote browsers only if you allow it, as the service controls neither their memory and processor time nor their sandbox. Give remote_browsers_for_accounts=true, or leave browsers out: the service then starts its own.',
  );
}

/**
 * Reads the certificate and the key of the settings. Returns undefined without them.
 * @throws Error if a file cannot be read, is not PEM, or the two do not match
 */
export async function readTls(config: ServiceConfig): Promise<TlsFiles | undefined> {
  const { tls_cert: certPath, tls_key: keyPath } = config;
  if (certPath === undefined || keyPath === undefined) return undefined;
  const cert = await readPem('tls_cert', certPath);
  const key = await readPem('tls_key', keyPath);
  const certificate = understand('tls_cert', certPath, () => new X509Certificate(cert));
  const privateKey = understand('tls_key', keyPath, () => createPrivateKey(key));
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new Error(`tls_key: ${keyPath} is not the key of the certificate in ${certPath}.`);
  }
  return { cert, key };
}

async function readPem(name: string, path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new Error(`${name}: ${path} cannot be read (${code}).`, { cause });
  }
}

function understand<T>(name: string, path: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    const what = name === 'tls_cert' ? 'certificate' : 'private key without a password';
    throw new Error(`${name}: ${path} is no ${what} in PEM form.`, { cause });
  }
}
