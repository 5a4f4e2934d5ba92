import { statSync } from 'node:fs';
import { isIP } from 'node:net';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UsageError } from '../cli-context.ts';

/** Origin of local pages. It exists only during a render. */
export const LOCAL_ORIGIN = 'http://page.tintype.localhost';

/** `example.com/`, `127.0.0.1/`, `localhost:3000`: the start of a URL without a scheme. */
const STARTS_WITH_HOST = /^(\[[\da-f:]+\]|[^/\\]+\.[a-z]{2,}|[\d.]+|localhost)(\/|:)|^[^/\\:]+:\d/i;

/** The page to render. */
export type Target = { typed: string } & (
  | { from: 'stdin' }
  | { from: 'html'; html: string }
  | { from: 'url'; url: string; allow: readonly string[] }
  | { from: 'file'; url: string; file: string; root: string }
);

/**
 * Interprets an argument: `-`, a file, or a URL with or without its scheme.
 * @param root - folder that local pages may read; by default the page's folder
 * @throws UsageError for anything else
 */
export function readTarget(typed: string, root?: string): Target {
  if (typed === '-') return { typed, from: 'stdin' };
  if (typed.trim() === '') throw new UsageError('The page must be a URL or a file; got "".');
  if (/^file:/i.test(typed)) return fileTarget(typed, pathOfFileUrl(typed), root);
  if (/^https?:/i.test(typed)) return urlTarget(typed, typed);
  if (isLocal(typed)) return fileTarget(typed, typed, root);
  const scheme = /^([a-z][a-z0-9+.-]*):(?!\d)/i.exec(typed)?.[1];
  if (scheme !== undefined) {
    throw new UsageError(`${typed}: only http, https and files can be rendered, not ${scheme}:.`);
  }
  const bare = typed.replace(/^\/\//, '');
  return urlTarget(typed, `${guessScheme(bare)}://${bare}`);
}

function pathOfFileUrl(typed: string): string {
  try {
    return fileURLToPath(typed);
  } catch {
    throw new UsageError(`${typed} names no file on this machine. Type its path instead.`);
  }
}

/** Returns true for text that looks like a path, or names an existing file. */
function isLocal(typed: string): boolean {
  if (/^(\.{1,2}([/\\]|$)|\/(?!\/)|~[/\\]|[a-z]:[/\\])/i.test(typed)) return true;
  if (/\.(html?|xhtml|svg)$/i.test(typed) && !typed.includes('://')) {
    // `example.com/page.html` is a URL unless there is such a file.
    return exists(typed) !== undefined || !STARTS_WITH_HOST.test(typed);
  }
  const kind = exists(typed);
  // A folder may have the name of a host: `example.com` means the host unless the folder contains a
  // page.
  return (
    kind === 'file' ||
    exists(join(typed, 'index.html')) === 'file' ||
    (kind === 'folder' && !STARTS_WITH_HOST.test(`${typed}/`))
  );
}

function exists(path: string): 'file' | 'folder' | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  return found.isDirectory() ? 'folder' : 'file';
}

function fileTarget(typed: string, path: string, root: string | undefined): Target {
  const kind = exists(path);
  if (kind === undefined) {
    throw new UsageError(
      `${typed}: there is no such file. For a web page, type https:// before it.`,
    );
  }
  const file = resolve(kind === 'folder' ? join(path, 'index.html') : path);
  if (kind === 'folder' && exists(file) === undefined) {
    throw new UsageError(
      `${typed} is a folder without an index.html. Name the page in it to render, or type http:// before it for a web page.`,
    );
  }
  const base = resolve(root ?? dirname(file));
  const inside = relative(base, file);
  if (inside.startsWith('..') || inside === '') {
    throw new UsageError(`${typed} is not in --root ${root ?? base}.`);
  }
  const names = inside.split(sep);
  const hidden = names.find((name) => name.startsWith('.'));
  if (hidden !== undefined) {
    throw new UsageError(
      `${typed}: names that start with a dot (${hidden}) are not served. Rename it, or give - and pipe it in: < ${basename(file)}`,
    );
  }
  const url = `${LOCAL_ORIGIN}/${names.map(encodeURIComponent).join('/')}`;
  return { typed, from: 'file', url, file, root: base };
}

function urlTarget(typed: string, text: string): Target {
  const url = URL.parse(text);
  if (url === null || url.hostname === '') {
    throw new UsageError(
      `${typed} is neither a file that is there nor a URL like https://example.com.`,
    );
  }
  // Without a port, both web ports are allowed: http often redirects to https.
  const ports = url.port === '' ? ['80', '443'] : [url.port];
  return {
    typed,
    from: 'url',
    url: url.href,
    // The egress proxy rejects an invalid host name (`a..b`) with a reason; it cannot be allowed.
    allow: /(^|\.)\./.test(url.hostname) ? [] : ports.map((port) => `${url.hostname}:${port}`),
  };
}

/**
 * Returns https for public names, and http for this machine, IP addresses and names without a dot.
 */
function guessScheme(bare: string): 'http' | 'https' {
  const url = URL.parse(`http://${bare}`);
  if (url === null) return 'https';
  const { hostname } = url;
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  const isLocalName =
    !hostname.includes('.') || /\.(localhost|local|internal|test)$/.test(hostname);
  return isAddress || isLocalName || url.port === '80' ? 'http' : 'https';
}
