import { constants } from 'node:fs';
import { open, realpath, type FileHandle } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import type { Mime } from 'mime';
import type { Site, SiteRequest, SiteResponse } from '@tintype/core';

/** Files up to this size are read as a whole; larger ones are streamed. */
const MAX_BUFFERED_BYTES = 1024 * 1024;

/** Bytes of HTML to search for a declaration of its encoding, as browsers do. */
const ENCODING_PEEK_BYTES = 1024;

// O_NONBLOCK: opening a named pipe must not wait for a writer. Windows has neither flag.
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Makes a {@link Site} out of one folder: pages in it see the files beside and below them, and
 * nothing else. Links that leave the folder and names that begin with a dot are not found.
 * @param root - The folder. It is looked up at the first request.
 * @example
 * await renderer.render(
 *   { kind: 'screenshot', url: 'http://page.tintype.localhost/index.html' },
 *   { site: serveFolder('examples/hello') },
 * );
 */
export function serveFolder(root: string): Site {
  // A missing folder is not cached: it may be created later.
  let realRoot: string | undefined;
  // Loaded while the page is being opened, and not for its first file.
  const mime = import('mime');
  mime.catch(() => {});
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return plain(405, 'Only GET and HEAD work here.', { allow: 'GET, HEAD' });
    }
    const segments = readSegments(request.url);
    if (segments === undefined) return notFound();
    const base = (realRoot ??= await realpath(root).catch(() => undefined));
    if (base === undefined) return notFound();
    const file = await openInside(base, segments);
    if (file === undefined) return notFound();
    return answer(request, file, (await mime).default);
  };
}

interface OpenFile {
  handle: FileHandle;
  path: string;
  size: number;
  isFolder: boolean;
}

/** Returns the decoded names of a path; undefined if a site would not have one of them. */
function readSegments(url: URL): string[] | undefined {
  const names: string[] = [];
  for (const raw of url.pathname.split('/')) {
    if (raw === '') continue;
    let name: string;
    try {
      name = decodeURIComponent(raw);
    } catch {
      return undefined;
    }
    // On Windows a colon opens an alternate stream or another drive.
    const isOdd = sep === '\\' ? /[/\\\0:]/.test(name) : /[/\\\0]/.test(name);
    if (isOdd || name.startsWith('.')) return undefined;
    names.push(name);
  }
  return url.pathname.endsWith('/') ? [...names, ''] : names;
}

/** Opens a file if it is in `base` after all links are resolved. */
async function openInside(base: string, names: string[]): Promise<OpenFile | undefined> {
  const wantsFolder = names.at(-1) === '';
  const asked = join(base, ...names, wantsFolder ? 'index.html' : '');
  const path = await realpath(asked).catch(() => undefined);
  if (path === undefined) return undefined;
  const inside = relative(base, path);
  if (isAbsolute(inside) || inside.split(sep).some((name) => name.startsWith('.'))) {
    return undefined;
  }
  const handle = await open(path, OPEN_FLAGS).catch(() => undefined);
  if (handle === undefined) return undefined;
  const stats = await handle.stat();
  if (stats.isFile() || (stats.isDirectory() && !wantsFolder)) {
    return { handle, path, size: stats.size, isFolder: stats.isDirectory() };
  }
  await handle.close();
  return undefined;
}

async function answer(request: SiteRequest, file: OpenFile, mime: Mime): Promise<SiteResponse> {
  const { handle, size } = file;
  if (file.isFolder) {
    await handle.close();
    // Without the slash, relative URLs of the page would resolve against the parent folder.
    const location = `${request.url.pathname}/${request.url.search}`;
    return plain(301, 'Moved.', { location: location.replace(/^\/+/, '/') });
  }
  const isSmall = size <= MAX_BUFFERED_BYTES;
  const start = isSmall ? await handle.readFile() : await readStart(handle);
  const headers = {
    'content-type': mediaType(mime.getType(file.path), start),
    'content-length': String(isSmall ? start.byteLength : size),
  };
  if (request.method === 'HEAD' || isSmall) {
    await handle.close();
    return { status: 200, headers, body: request.method === 'HEAD' ? new Uint8Array() : start };
  }
  return { status: 200, headers, body: handle.createReadStream({ start: 0, end: size - 1 }) };
}

async function readStart(handle: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(
    Buffer.alloc(ENCODING_PEEK_BYTES),
    0,
    ENCODING_PEEK_BYTES,
    0,
  );
  return buffer.subarray(0, bytesRead);
}

/** Returns the media type. Text that declares no encoding is UTF-8. */
function mediaType(named: string | null, start: Buffer): string {
  const type = named ?? 'application/octet-stream';
  const declares = /charset/i.test(start.toString('latin1', 0, ENCODING_PEEK_BYTES));
  const isText = type.startsWith('text/') || /[/+]json$/.test(type);
  return isText && !declares ? `${type};charset=utf-8` : type;
}

function notFound(): SiteResponse {
  return plain(404, 'There is no such file in the folder.');
}

function plain(status: number, text: string, headers: Record<string, string> = {}): SiteResponse {
  return {
    status,
    headers: { 'content-type': 'text/plain;charset=utf-8', ...headers },
    body: Buffer.from(text),
  };
}
