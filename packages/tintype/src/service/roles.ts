/**
 * Roles of a process: respond to HTTP requests; render queued requests; start runs of tasks and
 * remove old data; send webhooks.
 */
export const roleNames = ['api', 'worker', 'scheduler', 'webhooks'] as const;

export type Role = (typeof roleNames)[number];

/** Returns whether other processes are required for the remaining roles. */
export const needsOthers = (roles: readonly Role[]): boolean =>
  roleNames.some((role) => !roles.includes(role));
