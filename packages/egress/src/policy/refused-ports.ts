// https://fetch.spec.whatwg.org/#port-blocking: Chromium refuses these itself. Listed because a
// server-side fetch is no Chromium.
const blockedByFetch = [
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
  103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465,
  512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
  995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
  6669, 6679, 6697, 10080,
];

const services: Record<string, readonly number[]> = {
  // Access means running code: JDWP, Chromium, Node, Delve, adb, JMX, WebDriver.
  debugging: [1099, 2345, 4444, 5005, 5555, 7199, 9010, 9222, 9223, 9229, 9230, 9515],
  'file sharing': [445, 873],
  'remote desktop': [3389, 5900, 5901],
  database: [
    1433, 1434, 1521, 2483, 2484, 3050, 3306, 5432, 5433, 5439, 5984, 6432, 7687, 8086, 8529, 9042,
    9160, 26257, 27017, 27018, 27019, 28015, 33060, 50000,
  ],
  cache: [6379, 6380, 11211, 11212, 16379, 26379],
  search: [6333, 6334, 7700, 8108, 8983, 9200, 9300, 9600, 19530],
  queue: [1883, 4222, 5671, 5672, 6650, 8222, 8883, 9092, 9093, 9094, 15672, 25672, 61613, 61616],
  'cluster or container': [
    2181, 2375, 2376, 2377, 2379, 2380, 4194, 4369, 4646, 4647, 4648, 6443, 8300, 8301, 8302, 8500,
    8501, 8502, 8600, 10248, 10249, 10250, 10255, 10256, 10257, 10259, 16443,
  ],
  administration: [623, 2019, 5666, 5985, 5986, 8200, 8201, 10050, 10051, 16509],
};

const refused = new Map<number, string>(
  blockedByFetch.map((port) => [port, `port ${port} is not a port for web pages`]),
);
for (const [service, ports] of Object.entries(services))
  for (const port of ports) refused.set(port, `port ${port} belongs to a ${service} service`);

/**
 * Why a port of a public host is refused; undefined when it is not.
 * @param ports The operator's list; without one, everything is open but the ports of services that
 *   are no web servers.
 */
export function refusedPort(port: number, ports?: ReadonlySet<number>): string | undefined {
  if (ports)
    return ports.has(port) ? undefined : `port ${port} is not among the ports that pages may use`;
  return refused.get(port);
}
