import type { Lease } from '@tintype/core';

type Remote = NonNullable<Lease['browser']['remote']>;

/** Restrictions that are not enforced on the pages of a remote browser. */
export interface GuardState {
  readonly remote: Remote;
  /** For a person. */
  readonly sentence: string;
  /** It was tried: the browser sends no UDP past the proxy. */
  keepsUdp(): void;
}

/** Of a browser that was just connected to. */
export function createGuardState(): GuardState {
  const unguarded: Remote['unguarded'] = ['udp', 'dns', 'memory', 'processor', 'sandbox'];
  return {
    remote: { unguarded },
    get sentence() {
      const udp = unguarded.includes('udp') ? 'UDP, names' : 'Names';
      return `The page was rendered in a remote browser. Its connections went through the egress proxy. ${udp} that WebRTC looks up, memory and processor time of the page are bounded by that browser alone, and the sandbox is as it was started.`;
    },
    keepsUdp: () => void unguarded.splice(unguarded.indexOf('udp'), 1),
  };
}
