import type { Server, ServerResponse, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Bounds of what HTTP reads of a connection at a time. The smallest piece has 85 chunks of one byte
 * or 20 pipelined requests: half a millisecond of work.
 */
const minPieceBytes = 512;
const maxPieceBytes = 8_192;

/** The next piece is twice as large after less than this, half after four times this, in ms. */
const cheapMs = 0.1;

/** Bytes read immediately: most requests are no larger. */
const firstBytes = 1_024;

/**
 * Limits of the waiting pieces in a turn of the event loop: their time, and the requests in them.
 */
const turnMs = 3;
const turnRequests = 16;

/** A connection with this many pending responses is not read. */
const maxPending = 16;

/** A connection and its data that HTTP has not read yet. */
interface Paced {
  socket: Socket;
  /** HTTP's own listener. */
  parse(piece: Buffer): void;
  end(): void;
  /** True after the last byte. */
  hasEnded: boolean;
  waiting: Buffer | undefined;
  /** True unless HTTP has paused it. */
  isReading: boolean;
  pending: number;
  /** Responses that have not closed yet. */
  responses: Set<ServerResponse>;
  /** True if the connection is closed, or no longer HTTP's. */
  isReleased: boolean;
  pieceBytes: number;
  pause(): void;
  resume(): void;
}

/**
 * Feeds HTTP small pieces of each connection in turn: Node would read 64 KiB, up to two thousand
 * requests, and serve no other client meanwhile. Small requests do not wait.
 */
export function paceConnections(server: Server): void {
  const known = new WeakMap<object, Paced>();
  const turns = createTurns();
  const isSecure = 'setSecureContext' in server;

  // After HTTP's own listener, which has created its parser by then.
  server.on(isSecure ? 'secureConnection' : 'connection', (socket: Socket) => {
    const paced = pace(socket, turns);
    if (paced !== undefined) known.set(socket, paced);
  });
  // Node reuses the parser of such a connection for another one.
  for (const event of ['connect', 'upgrade']) {
    server.prependListener(event, ({ socket }: IncomingMessage) => {
      const paced = known.get(socket);
      if (paced !== undefined) release(paced);
    });
  }
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const paced = known.get(socket);
    if (paced === undefined) return;
    turns.started();
    paced.pending += 1;
    paced.responses.add(response);
    paced.pieceBytes = minPieceBytes;
    response.once('close', () => {
      paced.responses.delete(response);
      paced.pending -= 1;
      if (paced.waiting !== undefined) turns.add(paced);
    });
  });
}

function pace(socket: Socket, turns: Turns): Paced | undefined {
  const [parse] = socket.listeners('data') as ((piece: Buffer) => void)[];
  const end = socket.listeners('end').at(-1) as (() => void) | undefined;
  if (parse === undefined || end === undefined) return undefined;
  const paced: Paced = {
    socket,
    parse: parse.bind(socket),
    end: end.bind(socket),
    hasEnded: false,
    waiting: undefined,
    isReading: true,
    pending: 0,
    responses: new Set(),
    isReleased: false,
    pieceBytes: minPieceBytes,
    pause: socket.pause.bind(socket),
    resume: socket.resume.bind(socket),
  };
  socket.off('data', parse).off('end', end);
  // Also emitted while paused.
  socket.on('end', () => {
    paced.hasEnded = true;
    if (paced.waiting === undefined && !paced.isReleased) paced.end();
  });
  socket.on('close', () => {
    release(paced);
    // Node does not notify responses that wait behind another one.
    setImmediate(() => {
      for (const response of paced.responses) {
        response.destroyed = true;
        response.emit('close');
      }
    });
  });
  socket.on('data', (bytes: Buffer) => {
    if (paced.isReleased) return;
    if (paced.waiting !== undefined) {
      paced.waiting = Buffer.concat([paced.waiting, bytes]);
    } else if (paced.pending > 0) {
      paced.waiting = bytes;
    } else {
      if (bytes.byteLength > firstBytes) paced.waiting = bytes.subarray(firstBytes);
      paced.parse(bytes.subarray(0, firstBytes));
    }
    if (paced.waiting === undefined) return;
    paced.pause();
    turns.add(paced);
  });
  socket.pause = () => {
    paced.isReading = false;
    paced.pause();
    return socket;
  };
  socket.resume = () => {
    paced.isReading = true;
    if (paced.waiting === undefined) paced.resume();
    else turns.add(paced);
    return socket;
  };
  return paced;
}

function release(paced: Paced): void {
  paced.isReleased = true;
  paced.waiting = undefined;
}

interface Turns {
  /** Schedules the next piece of a connection. */
  add(paced: Paced): void;
  /** Counts a started request. */
  started(): void;
}

function createTurns(): Turns {
  const queue = new Set<Paced>();
  let timer: NodeJS.Immediate | undefined;
  let requests = 0;

  function run(): void {
    timer = undefined;
    requests = 0;
    const endMs = performance.now() + turnMs;
    for (const paced of queue) {
      // Moves it to the end of the queue, from where it returns while there is data.
      queue.delete(paced);
      if (readOn(paced)) queue.add(paced);
      if (performance.now() >= endMs || requests >= turnRequests) break;
    }
    if (queue.size > 0) timer ??= setImmediate(run);
  }

  return {
    add(paced) {
      queue.add(paced);
      timer ??= setImmediate(run);
    },
    started: () => void (requests += 1),
  };
}

/** Reads one piece. Returns false if there is nothing more to do for now. */
function readOn(paced: Paced): boolean {
  const { socket, waiting } = paced;
  if (waiting === undefined) return false;
  if (socket.destroyed || paced.isReleased) {
    paced.waiting = undefined;
    return false;
  }
  if (!paced.isReading || paced.pending >= maxPending) return false;
  const { pieceBytes } = paced;
  const isLast = waiting.byteLength <= pieceBytes;
  paced.waiting = isLast ? undefined : waiting.subarray(pieceBytes);
  const startMs = performance.now();
  paced.parse(waiting.subarray(0, pieceBytes));
  const tookMs = performance.now() - startMs;
  if (tookMs < cheapMs) paced.pieceBytes = Math.min(maxPieceBytes, 2 * paced.pieceBytes);
  if (tookMs > 4 * cheapMs) paced.pieceBytes = Math.max(minPieceBytes, pieceBytes / 2);
  if (!isLast) return true;
  // In the order of an unpaced connection: after the requests of the last piece.
  if (paced.hasEnded) setImmediate(() => paced.isReleased || paced.end());
  else if (paced.isReading) paced.resume();
  return false;
}
