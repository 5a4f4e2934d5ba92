export { createEgress, type Egress, type EgressOptions, type Target } from './egress.ts';
export { EgressDenied, EgressFailure, type FailureKind, type NetworkFailure } from './failure.ts';
export type { Addresses, Admission, Resolve } from './gate.ts';
export type { GuardSession, NetworkPolicy, SessionLimits } from './guard-session.ts';
export type { HostJudge } from './host-judge.ts';
export { parseAllow, type AllowList } from './parse-allow.ts';
export { parseUpstream, type Upstream } from './upstream.ts';
export type { Site, SiteRequest, SiteResponse } from './site.ts';
export type { OutgoingRequest } from './send-request.ts';
