/** Ways to a public server that the egress proxy refuses nevertheless: by their ports. */
export const refusedWays: readonly string[] = ['host-database', 'host-docker'];
