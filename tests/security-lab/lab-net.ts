import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Server, Socket } from 'node:net';

/** The one public address of the lab that is not a hit: the attacker's own server. */
export const attackerAddress = '93.184.216.34';
/** A second public server. Hits on it show that a way works at all. */
export const bystanderAddress = '93.184.216.35';

/** A connection that reached the lab. */
export interface Hit {
  address: string;
  port: number;
  /** The first line of the request, if there was one. */
  line: string;
}

/** Traffic that reached the lab. */
export interface LabNet {
  hits: Hit[];
  /** Names that were asked over UDP. */
  questions: string[];
  /** UDP packets sent by anybody in this network namespace. */
  sentDatagrams(): number;
}

const tcpPorts = [22, 80, 443, 2375, 3000, 3478, 5432, 6379, 8080, 9222];

/**
 * Makes every address in the world lead to this namespace, so that no packet can get lost unseen.
 */
export function makeNetwork(): void {
  const ip = (line: string) =>
    execFileSync('ip', line.split(' '), { stdio: ['ignore', 'ignore', 'inherit'] });
  ip('link set lo up');
  ip('route add local 0.0.0.0/0 dev lo');
  ip('-6 route add local ::/0 dev lo');
  // WebRTC looks for an interface that is not the loopback.
  ip('link add lab0 type veth peer name lab1');
  for (const address of ['10.9.8.7/24', 'fd00:9::7/64']) ip(`addr add ${address} dev lab0`);
  for (const name of ['lab0', 'lab1']) ip(`link set ${name} up`);
}

function sentDatagrams(): number {
  const four = /^Udp: \d+ \d+ \d+ (\d+)/m.exec(readFileSync('/proc/net/snmp', 'utf8'))?.[1];
  const six = /^Udp6OutDatagrams\s+(\d+)/m.exec(readFileSync('/proc/net/snmp6', 'utf8'))?.[1];
  return Number(four) + Number(six);
}

/** The machine's name servers outside of the lab: queries to them from inside reach the lab. */
function nameServers(): string[] {
  const lines = readFileSync('/etc/resolv.conf', 'utf8').matchAll(/^nameserver\s+(\S+)/gm);
  const listed = Array.from(lines, ([, address]) => address!);
  return listed.length > 0 ? listed : ['127.0.0.1'];
}

function questionName(packet: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; at < packet.length && packet[at]! > 0; at += packet[at]! + 1)
    labels.push(packet.toString('latin1', at + 1, at + 1 + packet[at]!));
  return labels.join('.');
}

/** Answers A questions with what the zone says, everything else with nothing. */
function dnsAnswer(packet: Buffer, zone: (name: string) => readonly string[]): Buffer {
  const end = packet.indexOf(0, 12) + 5;
  const isA = packet.readUInt16BE(end - 4) === 1;
  const records = (isA ? zone(questionName(packet)) : []).map((address) =>
    Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
  );
  const head = Buffer.from(packet.subarray(0, end));
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(records.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, ...records]);
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Listens on every address: HTTP and counting on the TCP ports, and the name servers of the
 * machine.
 */
export async function listenEverywhere(
  answer: Answer,
  zone: (name: string) => readonly string[],
): Promise<LabNet> {
  const hits: Hit[] = [];
  const questions: string[] = [];
  const seen = new WeakMap<Socket, Hit>();
  const onConnection = (socket: Socket) => {
    const address = socket.localAddress!.replace(/^::ffff:/, '');
    const hit = { address, port: socket.localPort!, line: '' };
    seen.set(socket, hit);
    socket.on('error', () => {});
    hits.push(hit);
  };
  const servers = tcpPorts.map((port) => {
    const server = createServer((request, response) => {
      const hit = seen.get(request.socket)!;
      const line = `${request.method} ${request.url}`;
      if (hit.line === '') hit.line = line;
      else hits.push({ ...hit, line });
      answer(request, response);
    });
    server.on('connection', onConnection);
    server.on('clientError', (_error, socket) => socket.destroy());
    return new Promise<Server>((resolve) => server.listen(port, '::', () => resolve(server)));
  });
  await Promise.all(servers);
  for (const address of nameServers()) {
    const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4');
    socket.on('message', (packet, from) => {
      questions.push(questionName(packet));
      socket.send(dnsAnswer(packet, zone), from.port, from.address);
    });
    await new Promise<void>((resolve) => socket.bind(53, address, resolve));
  }
  return { hits, questions, sentDatagrams };
}
