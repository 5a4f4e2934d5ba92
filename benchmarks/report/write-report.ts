import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { barChart, shortFigure, type Bar } from './bar-chart.ts';
import type { Figures, Machine, ReportData, StillFigures } from './report-data.ts';

const spread = ({ median, least, max }: Figures) =>
  `${shortFigure(median)} (${shortFigure(least)}-${shortFigure(max)})`;

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

const where = ({ date, processor, cores, memoryGb, load, node, browser }: Machine) =>
  `${date}; ${cores} cores (${processor}), ${memoryGb} GB, load ${load.toFixed(1)} at the start; Node ${node}, ${browser}.`;

const chart = (name: string, alt: string) => `![${alt}](benchmark-report/${name}.svg)`;

export async function writeReport(data: ReportData, docs: string): Promise<void> {
  const folder = path.join(docs, 'benchmark-report');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'report.json'), `${JSON.stringify(data, null, 2)}\n`);
  for (const [name, svg] of Object.entries(charts(data))) {
    await writeFile(path.join(folder, `${name}.svg`), svg);
  }
  await writeFile(path.join(docs, 'benchmark-report.md'), document(data));
}

function charts({ stills, several, videos }: ReportData): Record<string, string> {
  const bars = <T extends { name: string }>(
    list: readonly T[],
    toBar: (one: T) => Omit<Bar, 'name'>,
  ) => list.map((one) => ({ name: one.name, ...toBar(one) }));
  return {
    ...(stills && {
      stills: barChart(
        'Time per page, as a multiple of raw CDP (less is better)',
        bars(stills.list, ({ toFloor, right, pages }) => ({
          value: toFloor,
          note: `, ${right} of ${pages} images correct`,
        })),
      ),
    }),
    ...(several && {
      several: barChart(
        `Pages per second, ${several.atOnce} concurrently (more is better)`,
        bars(several.list, ({ perSecond }) => ({ value: perSecond })),
      ),
    }),
    ...(videos && {
      videos: barChart(
        'Seconds per second of video (less is better)',
        bars(videos.list, ({ seconds, right, frames }) => ({
          value: seconds,
          note: `, ${right} of ${frames} frames correct`,
        })),
      ),
    }),
  };
}

const intro = `# Benchmark report

Tintype beside raw CDP (the floor: a program without a library) and tools published on npm for the same purposes.
All ran in one run, with one browser, on the same pages, alternating.
\`npm run bench:report\` writes this page; the figures are in [report.json](benchmark-report/report.json).
Other measurements are in [benchmarks](benchmarks.md).

An image is correct if at most 0.5 % of its pixels differ from the page's final state (two seconds after the network is idle).
A tool is timed only on pages whose images are correct.
CPU time is measured in separate rounds, with a pause after each page.
Figures are medians over the rounds, with the range in brackets.
Tintype runs with its defaults: egress proxy, sandbox, settling, consent banners, receipt.
The others do none of that here.`;

function stillsPart({ machine, rounds, list }: NonNullable<ReportData['stills']>): string {
  const rows = list.map(({ name, right, pages, compared, ms, toFloor, cpuMs, cpuToFloor }) => [
    name,
    `${right} of ${pages}`,
    spread(ms),
    `${spread(toFloor)}, on ${compared}`,
    cpuMs ? spread(cpuMs) : 'unknown',
    cpuToFloor ? spread(cpuToFloor) : 'unknown',
  ]);
  return `## One page at a time

${chart('stills', 'Time per page, as a multiple of raw CDP')}

${table(['tool', 'correct', 'ms per page', 'time / floor, on how many pages', 'CPU, ms per page', 'CPU / floor'], rows)}

JPEG of quality 80, 1280x1080, ${rounds} rounds. ${where(machine)}

${differences(list)}

${standing(list)}`;
}

function differences(list: readonly StillFigures[]): string {
  const percent = (share: number) =>
    share === 1 ? 'another size' : `${(share * 100).toFixed(1)} %`;
  const lines = list.map(({ name, different }) => {
    const pages = different.map(({ page, share }) => `${page} (${percent(share)})`).join(', ');
    return `- ${name}: ${pages || 'none'}`;
  });
  return `Differing pages, with the share of the pixels:\n\n${lines.join('\n')}`;
}

const names = (some: readonly { name: string }[]) =>
  some.map(({ name }) => name).join('; ') || 'none';

/**
 * Compares tools by a figure of which less is better. They are distinguished only if their ranges
 * do not overlap: a median alone means nothing.
 */
function ranks<T extends { name: string }>(
  list: readonly T[],
  figure: (one: T) => Figures,
): string {
  const own = list.find(({ name }) => name === 'tintype');
  if (own === undefined) return '';
  const others = list.filter((other) => other !== own);
  const ahead = others.filter((other) => figure(other).max < figure(own).least);
  const behind = others.filter((other) => figure(other).least > figure(own).max);
  const level = others.filter((other) => !ahead.includes(other) && !behind.includes(other));
  return `Faster than Tintype here: ${names(ahead)}. Not distinguishable: ${names(level)}. Slower: ${names(behind)}.`;
}

function standing(list: readonly StillFigures[]): string {
  const own = list.find(({ name }) => name === 'tintype');
  if (own === undefined) return '';
  const ofOwn = own.cpuToFloor;
  const cheaper = list.filter(
    ({ cpuToFloor }) => cpuToFloor && ofOwn && cpuToFloor.max < ofOwn.least,
  );
  const truer = list.filter(({ right }) => right > own.right);
  return `${ranks(list, ({ ms }) => ms)} Less CPU: ${names(cheaper)}. More correct images: ${names(truer)}.`;
}

/** Inverse of a throughput: less is better. */
const timesOf = ({ median, least, max }: Figures): Figures => ({
  median: 1 / median,
  least: 1 / max,
  max: 1 / least,
});

function severalPart({ machine, rounds, atOnce, pages, list }: NonNullable<ReportData['several']>) {
  const rows = list.map(({ name, perSecond, toFloor }) => [
    name,
    spread(perSecond),
    spread(toFloor),
  ]);
  return `## Several concurrently

${chart('several', `Pages per second, ${atOnce} concurrently`)}

${table(['tool', 'pages per second', 'throughput / floor'], rows)}

${atOnce} concurrently, on the ${pages} pages that all captured correctly; ${rounds} rounds. ${where(machine)}

${ranks(list, ({ perSecond }) => timesOf(perSecond))}`;
}

function videosPart({ machine, rounds, seconds, fps, list }: NonNullable<ReportData['videos']>) {
  const exact = list.filter(({ right, frames }) => right >= frames * 0.9);
  const rows = list.map(({ name, right, frames, has, framesPerSecond, seconds: each }) => [
    name,
    `${right} of ${frames}`,
    `${has}, ${framesPerSecond} per second`,
    spread(each),
  ]);
  return `## Video

${chart('videos', 'Seconds per second of video')}

${table(['tool', 'correct frames', 'frames in the file', 'seconds per second'], rows)}

A bar moves evenly over a page of text, ${seconds} s at ${fps} frames per second, 1280x720; ${rounds} rounds. A frame is correct if the bar moved as far as it should since the frame before.
Playwright's recorder and puppeteer-screen-recorder record the screen in real time: they take at least a second per second, and miss what the machine does not draw in time. Playwright always writes 25 frames per second.
The others set the page's time, frame by frame. HyperFrames records compositions written for it, and starts a browser for each; the others record any page. ${where(machine)}

${ranks(exact, ({ seconds: each }) => each)} Only tools with at least 90 % correct frames are compared.`;
}

function document(data: ReportData): string {
  const versions = Object.entries(data.versions).map(([name, version]) => `${name} ${version}`);
  return `${[
    intro,
    data.stills && stillsPart(data.stills),
    data.several && severalPart(data.several),
    data.videos && videosPart(data.videos),
    `## Not compared

No other tool has these: [several files of one load](benchmarks-lists.md#one-load-many-files), [hits of the cache](caching.md), and [everything over HTTP](benchmarks-service.md#over-http).`,
    `## Versions

${versions.join(', ')}. capture-website uses its own puppeteer and starts a browser for each image. puppeteer-cluster opens and closes a context for each page, as Tintype does.`,
  ]
    .filter(Boolean)
    .join('\n\n')}\n`;
}
