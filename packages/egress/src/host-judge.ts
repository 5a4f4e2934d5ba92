/** Whether connections to a host (canonical name or address) are refused. Asked for each; a promise holds it up. */
export type HostJudge = (host: string) => boolean | Promise<boolean>;
