/**
 * Makes of Docker's own seccomp profile one that leaves the browser its sandbox: the same calls,
 * and those that make namespaces.
 *
 *     curl -fsSL https://raw.githubusercontent.com/moby/profiles/main/seccomp/default.json | node deploy/allow-sandbox.js > deploy/chrome.json
 */
import { text } from 'node:stream/consumers';

/**
 * As an ordinary user, in namespaces of its own: they give no right over anything outside of them.
 */
const names = ['chroot', 'clone', 'clone3', 'setns', 'unshare'];

const profile = JSON.parse(await text(process.stdin));
if (profile.defaultAction !== 'SCMP_ACT_ERRNO' || !Array.isArray(profile.syscalls)) {
  throw new Error('This is not a profile that refuses what it does not name.');
}
// A rule that refuses one of them by name would be beside the one that allows it.
const syscalls = profile.syscalls
  .map((rule) =>
    rule.action === 'SCMP_ACT_ALLOW'
      ? rule
      : { ...rule, names: rule.names.filter((name) => !names.includes(name)) },
  )
  .filter((rule) => rule.names.length > 0);
syscalls.push({ names, action: 'SCMP_ACT_ALLOW' });
process.stdout.write(`${JSON.stringify({ ...profile, syscalls }, null, 2)}\n`);
