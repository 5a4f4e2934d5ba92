// https://fetch.spec.whatwg.org/#port-blocking: Chromium refuses these itself. Listed because a server-side fetch is no Chromium.
const blockedByFetch = [
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
  103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465,
  512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
  995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
  6669, 6679, 6697, 10080,
];

const services: Record<string, readonly number[]> = {
  'file sharing': [445, 873],
  'remote desktop': [3389, 5900, 5901, 5985, 5986],
  database: [
    1433, 1434, 1521, 3050, 3306, 5432, 5433, 5984, 7687, 8086, 9042, 9160, 26257, 27017, 27018,
    27019, 28015, 33060,
  ],
  cache: [6379, 6380, 11211, 11212, 16379, 26379],
  search: [9200, 9300],
  queue: [1883, 4222, 5671, 5672, 6650, 8883, 9092, 9093, 9094, 61613, 61616],
  'cluster or container': [
    2181, 2375, 2376, 2377, 2379, 2380, 4369, 4646, 4647, 4648, 6443, 8300, 8301, 8302, 8500, 8600,
    10250, 10255, 10256, 10257, 10259,
  ],
};

const refused = new Map<number, string>(
  blockedByFetch.map((port) => [port, `port ${port} is not a port for web pages`]),
);
for (const [service, ports] of Object.entries(services))
  for (const port of ports) refused.set(port, `port ${port} belongs to a ${service} service`);

/**
 * Why a port of a public host is refused; undefined when it is not.
 * @param ports The operator's list; without one, everything is open but the ports of services that are no web servers.
 */
export function refusedPort(port: number, ports?: ReadonlySet<number>): string | undefined {
  if (ports)
    return ports.has(port) ? undefined : `port ${port} is not among the ports that pages may use`;
  return refused.get(port);
}
