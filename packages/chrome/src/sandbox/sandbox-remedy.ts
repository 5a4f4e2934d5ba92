import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Settings of the kernel that take user namespaces away, and what gives them back. */
const SETTINGS = [
  { name: 'kernel/apparmor_restrict_unprivileged_userns', refuses: '1', remedy: '0' },
  { name: 'kernel/unprivileged_userns_clone', refuses: '0', remedy: '1' },
  { name: 'user/max_user_namespaces', refuses: '0', remedy: '15000' },
] as const;

/** The fix for Chromium's sandbox on this machine, as half a sentence. */
export function sandboxRemedy(root = '/'): string {
  for (const { name, refuses, remedy } of SETTINGS) {
    if (read(path.join(root, 'proc/sys', name)) === refuses) {
      return `Run \`sysctl -w ${name.replace('/', '.')}=${remedy}\` as root`;
    }
  }
  const isContainer =
    existsSync(path.join(root, '.dockerenv')) || existsSync(path.join(root, 'run/.containerenv'));
  return isContainer
    ? 'Start the container with a seccomp profile that allows clone, unshare and setns: --security-opt seccomp=FILE'
    : 'Allow unprivileged user namespaces (user.max_user_namespaces and similar settings; a chroot has none)';
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** A permission that the system refused to a sandboxed browser. */
interface SandboxRefusal {
  /** Root could not start it as another user. */
  noOtherUser: boolean;
  /** Its own sandbox was wanted, and does not work. */
  noSandbox: boolean;
}

/** For `ChromeProcess.warnings`, when the browser runs all the same. */
export function refusalWarning({ noOtherUser, noSandbox }: SandboxRefusal): string {
  if (!noSandbox) return 'Chromium runs as root: this system does not let it run as another user.';
  return `${whatIsMissing(noOtherUser)} It runs without one: open only pages you trust.`;
}

/** For the error, when the sandbox is required. */
export function refusalError({ noOtherUser }: SandboxRefusal): string {
  const better = noOtherUser ? 'Start Tintype as an ordinary user' : sandboxRemedy();
  return `${whatIsMissing(noOtherUser)} ${better}, or accept to run without the sandbox: --no-sandbox or TINTYPE_NO_SANDBOX=1.`;
}

function whatIsMissing(noOtherUser: boolean): string {
  return noOtherUser
    ? 'Chromium has no sandbox here: it was started by root, and this system does not let it run as another user.'
    : 'Chromium has no sandbox here: this system gives it no user namespace.';
}
