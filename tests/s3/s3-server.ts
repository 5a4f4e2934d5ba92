import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { S3Options } from '@tintype/files';
import { quickFolder } from '@tintype/testkit';
import type { Test } from 'tap';

/** An S3 server of a test: real HTTP, signatures that are checked, objects in a folder. */
export interface S3Server {
  options: S3Options & { endpoint: string };
  /** The server behind it. */
  httpServer: Server;
  stop(): Promise<void>;
}

/** Starts a server with one bucket. The same folder has the same objects. */
export async function startS3(directory: string, port = 0): Promise<S3Server> {
  const server = new S3rver({
    address: '127.0.0.1',
    port,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: 'shots' }],
  });
  const { port: taken } = await server.run();
  return {
    options: {
      bucket: 'shots',
      endpoint: `http://127.0.0.1:${taken}`,
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    },
    httpServer: server.httpServer,
    stop: async () => {
      const closed = server.close();
      server.httpServer.closeAllConnections();
      await closed;
    },
  };
}

/** A server for one test. */
export async function s3For(t: Test): Promise<S3Server> {
  const directory = await mkdtemp(join(quickFolder(), 'tintype-s3-'));
  const server = await startS3(directory);
  t.teardown(async () => {
    await server.stop().catch(() => {});
    await rm(directory, { recursive: true, force: true });
  });
  return server;
}
