import { lstatSync, realpathSync } from 'node:fs';
import path from 'node:path';

/** Chromium's sandbox: `auto` continues without it and warns, `required` fails. */
export type SandboxMode = 'auto' | 'required' | 'off';

export interface BrowserUser {
  uid: number;
  gid: number;
}

/** `nobody` on Debian, Fedora, Alpine and Arch. /etc/passwd needs no entry for it. */
const NOBODY: BrowserUser = { uid: 65534, gid: 65534 };

/** Browsers of root run as `nobody`: a page must never run as root. */
export function browserUser(uid: number | undefined): BrowserUser | undefined {
  return uid === 0 ? NOBODY : undefined;
}

/** The first folder on the way to `file`, or `file`, that other users cannot pass or run. */
export function closedToOthers(file: string): string | undefined {
  return closedOnTheWay(file) ?? closedOnTheWay(realpathSync(file));
}

function closedOnTheWay(file: string): string | undefined {
  const { root } = path.parse(file);
  let current = file;
  while (current !== root) {
    if ((lstatSync(current).mode & 0o001) === 0) return current;
    current = path.dirname(current);
  }
  return undefined;
}

const NO_SANDBOX_HERE = [
  // zygote_host_impl_linux.cc, on a kernel or container that gives no user namespace
  /No usable sandbox/,
  // credentials.cc and namespace_sandbox.cc, where the namespace is given and then something in it
  // is refused
  /Failed to move to new namespace/,
  /sandbox\/linux\/.*(Check failed|Operation not permitted)/,
  /zygote_host_impl_linux\.cc.*(Check failed|Operation not permitted)/,
  // headless_content_main_delegate and chrome's own check, when the user id could not be changed
  /Running as root without --no-sandbox is not supported/,
  /The SUID sandbox helper binary was found, but is not configured correctly/,
];

/** True when what Chromium wrote before it died says that the sandbox is the reason. */
export function saysNoSandbox(stderr: string): boolean {
  return NO_SANDBOX_HERE.some((pattern) => pattern.test(stderr));
}
