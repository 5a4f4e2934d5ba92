import { sandboxRemedy } from './sandbox-remedy.ts';

/** A permission that the system refused to a sandboxed browser. */
export interface SandboxRefusal {
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
