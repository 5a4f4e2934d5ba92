/**
 * The egress proxy has no port for a page: a fault of this machine, which no remote browser is left
 * alone for.
 */
export class OwnPortError extends Error {
  constructor(cause: NodeJS.ErrnoException) {
    super(
      `The egress proxy could not listen on a port of this machine (${cause.code ?? 'failed'}).`,
      {
        cause,
      },
    );
  }
}
