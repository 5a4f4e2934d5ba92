export {
  createEgress,
  isOwnAddress,
  type Egress,
  type EgressOptions,
  type Target,
} from './egress.ts';
export { EgressDenied, EgressFailure, type FailureKind, type NetworkFailure } from './failure.ts';
export type { Addresses, CheckedTarget, Resolve, HostFilter } from './policy/connection-policy.ts';
export type { EgressSession, NetworkPolicy, SessionLimits } from './session/egress-session.ts';
export { parseAllow, type AllowList } from './policy/parse-allow.ts';
export { parseUpstream, type Upstream } from './upstream/upstream.ts';
export type { Site, SiteRequest, SiteResponse } from './http/site.ts';
export type { OutgoingRequest } from './dial/send-request.ts';
