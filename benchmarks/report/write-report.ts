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

/** Writes the report: a document, its charts, and the figures as JSON. */
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
        'Time of a page, as a multiple of raw CDP (less is better)',
        bars(stills.list, ({ toFloor, right, pages }) => ({
          value: toFloor,
          note: `, ${right} of ${pages} images right`,
        })),
      ),
    }),
    ...(several && {
      several: barChart(
        `Pages a second, ${several.atOnce} at once (more is better)`,
        bars(several.list, ({ perSecond }) => ({ value: perSecond })),
      ),
    }),
    ...(videos && {
      videos: barChart(
        'Seconds for each second of video (less is better)',
        bars(videos.list, ({ seconds, right, frames }) => ({
          value: seconds,
          note: `, ${right} of ${frames} frames right`,
        })),
      ),
    }),
  };
}

const intro = `# Benchmark report

Tintype beside raw CDP (the floor: what anybody would write without a library) and what others have published on npm for the same purposes: one run, one browser for all, the same pages, the contenders in turn.
Written by \`npm run bench:report\`, which installs the others outside of the checkout; the figures are in [report.json](benchmark-report/report.json). The other measurements are in [benchmarks](benchmarks.md).

Images are compared before anything is timed. Right is an image that equals the one a page ends with (after the network has been quiet, and two seconds more), but for half a percent of its pixels. Whoever gives another image of a page
is not timed on it. Pages follow each other without a pause; what they cost the processor is measured in turns of their own, with a pause after each. Medians over the rounds; least and most in brackets. Tintype runs with every default on: egress proxy, sandbox, settling, a look for consent banners, the receipt. The others do none of that here.`;

function stillsPart({ machine, rounds, list }: NonNullable<ReportData['stills']>): string {
  const rows = list.map(({ name, right, pages, compared, ms, toFloor, cpuMs, cpuToFloor }) => [
    name,
    `${right} of ${pages}`,
    spread(ms),
    `${spread(toFloor)}, on ${compared}`,
    cpuMs ? spread(cpuMs) : 'not known',
    cpuToFloor ? spread(cpuToFloor) : 'not known',
  ]);
  return `## One page after the other

${chart('stills', 'Time of a page, as a multiple of raw CDP')}

${table(['contender', 'right', 'ms a page', 'time / floor, on how many pages', 'CPU, ms a page', 'CPU / floor'], rows)}

jpeg 80, 1280x1080, ${rounds} rounds. ${where(machine)}

${differences(list)}

${standing(list)}`;
}

function differences(list: readonly StillFigures[]): string {
  const percent = (share: number) =>
    share === 1 ? 'another size' : `${(share * 100).toFixed(1)} %`;
  const lines = list.map(({ name, different }) => {
    const told = different.map(({ page, share }) => `${page} (${percent(share)})`).join(', ');
    return `- ${name}: ${told || 'none'}`;
  });
  return `What differs, by share of the pixels:\n\n${lines.join('\n')}`;
}

const names = (some: readonly { name: string }[]) =>
  some.map(({ name }) => name).join('; ') || 'none';

/**
 * Who is better by a figure of which less is better. Whether ranges of rounds overlap decides: a
 * median alone tells nothing.
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
  return `${ranks(list, ({ ms }) => ms)} With less of the processor: ${names(cheaper)}. With more right images: ${names(truer)}.`;
}

/** Throughput the other way round: less is better. */
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
  return `## Several at once

${chart('several', `Pages a second, ${atOnce} at once`)}

${table(['contender', 'pages a second', 'throughput / floor'], rows)}

${atOnce} at once, on the ${pages} pages of which all gave the right image; ${rounds} rounds. ${where(machine)}

${ranks(list, ({ perSecond }) => timesOf(perSecond))}`;
}

function videosPart({ machine, rounds, seconds, fps, list }: NonNullable<ReportData['videos']>) {
  const exact = list.filter(({ right, frames }) => right >= frames * 0.9);
  const rows = list.map(({ name, right, frames, has, framesPerSecond, seconds: each }) => [
    name,
    `${right} of ${frames}`,
    `${has}, ${framesPerSecond} a second`,
    spread(each),
  ]);
  return `## Video

${chart('videos', 'Seconds for each second of video')}

${table(['contender', 'frames that are right', 'frames in the file', 'seconds for each second'], rows)}

A bar that moves evenly over a page of text, ${seconds} s at ${fps} frames a second, 1280x720; ${rounds} rounds. A frame is right where the bar stands as far from the frame before as it should. Playwright's recorder and
puppeteer-screen-recorder record what the screen shows while time goes by: they cannot take less than a second for each, and what the machine does not draw in time is not there; Playwright writes 25 frames a second, whatever is asked.
Raw CDP, Tintype, puppeteer-capture and HyperFrames tell the page the time, frame by frame. HyperFrames records compositions, which are written for it, and starts a browser for each; the others record any page. ${where(machine)}

${ranks(exact, ({ seconds: each }) => each)} Those alone are compared of whose frames nine in ten are right.`;
}

function document(data: ReportData): string {
  const versions = Object.entries(data.versions).map(([name, version]) => `${name} ${version}`);
  return `${[
    intro,
    data.stills && stillsPart(data.stills),
    data.several && severalPart(data.several),
    data.videos && videosPart(data.videos),
    `## Kept apart

Not compared here, as nobody else has the same: [several files of one load](benchmarks.md#one-load-many-files), templates in a kept page (the same section), [hits of the cache](caching.md), and [everything over HTTP](benchmarks.md#over-http). Each has a command of its own.`,
    `## Versions

${versions.join(', ')}. capture-website brings a puppeteer of its own and starts a browser for each image; browserless is the newest whose parts are all published. puppeteer-cluster opens and closes a context for each page, as Tintype does.`,
  ]
    .filter(Boolean)
    .join('\n\n')}\n`;
}
