import { startS3, type S3Server } from '../../s3/s3-server.ts';

/** An S3 server that can be away for a while, and then has what it had. */
export interface MortalS3 extends Pick<S3Server, 'options' | 'stop'> {
  /** From now on connections are reset, or requests have no answer. */
  goAway(how: 'resets' | 'says nothing'): void;
  comeBack(): void;
}

/** Starts one in this process. */
export async function createMortalS3(directory: string): Promise<MortalS3> {
  const { options, httpServer, stop } = await startS3(directory);
  type Answer = Parameters<(typeof httpServer)['on']>[1];
  const usual = httpServer.listeners('request') as Answer[];
  const answerWith = (answers: readonly Answer[]) => {
    httpServer.removeAllListeners('request');
    httpServer.closeAllConnections();
    for (const answer of answers) httpServer.on('request', answer);
  };
  return {
    options,
    stop,
    goAway: (how) =>
      answerWith([
        ({ socket }) => {
          if (how === 'resets') socket.destroy();
        },
      ]),
    comeBack: () => answerWith(usual),
  };
}
