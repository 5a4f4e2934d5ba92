/** Why a connection failed. */
export type FailureKind = 'denied' | 'dns' | 'connect' | 'timeout' | 'limit' | 'upstream';

/** A connection that failed. */
export interface NetworkFailure {
  kind: FailureKind;
  host: string;
  port: number;
  /** A sentence for the caller. Never holds a credential or a resolved address. */
  reason: string;
}

/** A connection that was refused or failed. `message` is a sentence for a person. */
export class EgressFailure extends Error {
  readonly kind: FailureKind;
  readonly host: string;
  readonly port: number;

  constructor(failure: NetworkFailure, options?: ErrorOptions) {
    super(failure.reason, options);
    this.name = new.target.name;
    this.kind = failure.kind;
    this.host = failure.host;
    this.port = failure.port;
  }

  /** The plain record that goes into a session's log. */
  toFailure(): NetworkFailure {
    return { kind: this.kind, host: this.host, port: this.port, reason: this.message };
  }
}

/** A target that the egress policy refuses. No packet was sent to it. */
export class EgressDenied extends EgressFailure {
  constructor(target: { host: string; port: number }, reason: string) {
    super({ kind: 'denied', host: target.host, port: target.port, reason });
  }
}

/** Refused and failed targets of one session, each once, the latest last. */
interface FailureLog {
  readonly entries: readonly NetworkFailure[];
  add(failure: NetworkFailure): void;
  clear(): void;
}

/** A hostile page can fail without end. */
const maxEntries = 200;

export function createFailureLog(): FailureLog {
  const entries: NetworkFailure[] = [];
  const isSame = (one: NetworkFailure, other: NetworkFailure) =>
    one.kind === other.kind && one.host === other.host && one.port === other.port;
  return {
    entries,
    add(failure) {
      // Chromium asks again on a fresh connection when a used one was closed without an answer.
      const known = entries.findIndex((entry) => isSame(entry, failure));
      if (known >= 0) entries.splice(known, 1);
      else if (entries.length >= maxEntries) entries.shift();
      entries.push(failure);
    },
    clear() {
      entries.length = 0;
    },
  };
}
