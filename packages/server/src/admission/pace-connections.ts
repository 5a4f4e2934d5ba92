import type { Server, ServerResponse, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Bounds of what HTTP reads of a connection at a time. The smallest piece has 85 chunks of one byte
 * or 20 pipelined requests: half a millisecond of work.
 */
const leastPieceBytes = 512;
const maxPieceBytes = 8_192;

/** The next piece is twice as large after less than this, half after four times this, in ms. */
const cheapMs = 0.1;

/** Bytes read immediately, whatever else waits: most requests are no larger. */
const firstBytes = 1_024;

/**
 * Limits of the waiting pieces in a turn of the event loop: their time, and the requests in them.
 */
const turnMs = 3;
const turnRequests = 16;

/** No more is read of a connection that waits for so many answers. */
const maxUnanswered = 16;

/** One connection, and what came of it that HTTP has not read yet. */
interface Paced {
  socket: Socket;
  /** HTTP's own listeners. */
  parse(piece: Buffer): void;
  end(): void;
  /** Nothing more will come. */
  hasEnded: boolean;
  waiting: Buffer | undefined;
  /** True if HTTP is ready to read. */
  isWanted: boolean;
  unanswered: number;
  /** Responses that have not closed yet. */
  responses: Set<ServerResponse>;
  /** The connection is gone, or no longer HTTP's. */
  isGivenUp: boolean;
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

  // After HTTP's own, which has made its listener by then.
  server.on(isSecure ? 'secureConnection' : 'connection', (socket: Socket) => {
    const paced = pace(socket, turns);
    if (paced !== undefined) known.set(socket, paced);
  });
  // Node gives the parser of such a connection to another one.
  for (const event of ['connect', 'upgrade']) {
    server.prependListener(event, ({ socket }: IncomingMessage) => {
      const paced = known.get(socket);
      if (paced !== undefined) giveUp(paced);
    });
  }
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const paced = known.get(socket);
    if (paced === undefined) return;
    turns.begun();
    paced.unanswered += 1;
    paced.responses.add(response);
    paced.pieceBytes = leastPieceBytes;
    response.once('close', () => {
      paced.responses.delete(response);
      paced.unanswered -= 1;
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
    isWanted: true,
    unanswered: 0,
    responses: new Set(),
    isGivenUp: false,
    pieceBytes: leastPieceBytes,
    pause: socket.pause.bind(socket),
    resume: socket.resume.bind(socket),
  };
  socket.off('data', parse).off('end', end);
  // Comes also while it is paused.
  socket.on('end', () => {
    paced.hasEnded = true;
    if (paced.waiting === undefined && !paced.isGivenUp) paced.end();
  });
  socket.on('close', () => {
    giveUp(paced);
    // Node tells those that wait behind another answer nothing of it.
    setImmediate(() => {
      for (const response of paced.responses) {
        response.destroyed = true;
        response.emit('close');
      }
    });
  });
  socket.on('data', (bytes: Buffer) => {
    if (paced.isGivenUp) return;
    if (paced.waiting !== undefined) {
      paced.waiting = Buffer.concat([paced.waiting, bytes]);
    } else if (paced.unanswered > 0) {
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
    paced.isWanted = false;
    paced.pause();
    return socket;
  };
  socket.resume = () => {
    paced.isWanted = true;
    if (paced.waiting === undefined) paced.resume();
    else turns.add(paced);
    return socket;
  };
  return paced;
}

function giveUp(paced: Paced): void {
  paced.isGivenUp = true;
  paced.waiting = undefined;
}

interface Turns {
  /** Schedules the next piece of a connection. */
  add(paced: Paced): void;
  /** A request began. */
  begun(): void;
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
      // To the end of the queue, where it comes by again, for as long as there is something to
      // read.
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
    begun: () => void (requests += 1),
  };
}

/** Reads one piece. False if there is nothing more to do for now. */
function readOn(paced: Paced): boolean {
  const { socket, waiting } = paced;
  if (waiting === undefined) return false;
  if (socket.destroyed || paced.isGivenUp) {
    paced.waiting = undefined;
    return false;
  }
  if (!paced.isWanted || paced.unanswered >= maxUnanswered) return false;
  const { pieceBytes } = paced;
  const isLast = waiting.byteLength <= pieceBytes;
  paced.waiting = isLast ? undefined : waiting.subarray(pieceBytes);
  const beginMs = performance.now();
  paced.parse(waiting.subarray(0, pieceBytes));
  const tookMs = performance.now() - beginMs;
  if (tookMs < cheapMs) paced.pieceBytes = Math.min(maxPieceBytes, 2 * paced.pieceBytes);
  if (tookMs > 4 * cheapMs) paced.pieceBytes = Math.max(leastPieceBytes, pieceBytes / 2);
  if (!isLast) return true;
  // As it would have come by itself: after what the last piece began.
  if (paced.hasEnded) setImmediate(() => paced.isGivenUp || paced.end());
  else if (paced.isWanted) paced.resume();
  return false;
}
