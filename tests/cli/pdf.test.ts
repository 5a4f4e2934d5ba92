import { readdirSync, readFileSync } from 'node:fs';
import { createFixtureServer } from '@tintype/testkit';
import t from 'tap';
import { readPdf } from '../pdf/read-pdf.ts';
import { jsonLines } from './run-cli.ts';
import { expectRefusals, runHere } from './run-here.ts';

const server = await createFixtureServer(t);
const report = server.page('/report', '<title>Report</title><h1>Report</h1>');
const other = server.page('/other', '<title>Other</title><p>text');

t.test('a local page with its files, into the file that was named', async (t) => {
  const dir = t.testdir({
    'report.html': '<title>Own</title><link rel=stylesheet href=style.css><p>x',
    'style.css': '@page { margin: 2cm }',
  });
  const { code, stderr, stdout } = await runHere(
    ['pdf', 'report.html', '-o', 'out/report.pdf', '--pdf-paper-format', 'A4', '--pdf-landscape'],
    { cwd: dir },
  );
  t.equal(code, 0);
  t.match(stderr, /^out\/report\.pdf {2}\d+ (B|KB), \d+\.\d\d s\n$/);
  t.equal(stdout.length, 0);
  const { pages, title } = readPdf(readFileSync(`${dir}/out/report.pdf`));
  t.equal(title, 'Own');
  t.equal(Math.round(pages[0]?.width ?? 0), 842);
});

t.test('several pages, named after their URLs', async (t) => {
  const dir = t.testdir({});
  const { code, stdout, stderr } = await runHere(['pdf', report, other, '--json'], { cwd: dir });
  t.equal(code, 0);
  t.match(stderr, /^2 of 2 PDFs, /m);
  const info = jsonLines(stdout);
  const mediaTypes = info.map(({ mediaType }) => mediaType);
  t.same(mediaTypes, ['application/pdf', 'application/pdf']);
  const files = readdirSync(dir);
  t.equal(files.length, 2);
  for (const file of files) {
    t.match(file, /-(report|other)\.pdf$/);
    t.match(readPdf(readFileSync(`${dir}/${file}`)).title, /Report|Other/);
  }
});

t.test('HTML from stdin, the PDF on stdout, lengths with units', async (t) => {
  const { code, stdout, stderr } = await runHere(
    [
      'pdf',
      '-',
      '-o',
      '-',
      '--pdf-margin-top=3cm',
      '--pdf-page-ranges',
      '1-2',
      '--pdf-single-page=false',
    ],
    { input: '<p style="break-after:page">a<p style="break-after:page">b<p>c' },
  );
  t.equal(code, 0, stderr);
  t.equal(readPdf(stdout).pages.length, 2);
});

t.test('wrong use names the flag, before any browser', async (t) => {
  await expectRefusals(t, {
    pdf: /Name a page: tintype pdf <url/,
    [`pdf ${report} -o a.png`]:
      /a\.png: there is no format for \.png\. Use \.pdf\. For an image, type: tintype screenshot$/m,
    [`pdf ${report} --full-page`]: /Unknown flag --full-page/,
    [`pdf ${report} --pdf-paper-format a7`]: /must be one of letter.*got "a7"/,
    [`pdf ${report} --pdf-page-ranges 3-1`]: /"3-1" ends before it starts/,
    [`pdf ${report} --pdf-margin-left 1em`]: /pdf_margin_left must be a length/,
  });
});

t.test('help lists the flags of a PDF and no others', async (t) => {
  const { stdout } = await runHere(['pdf', '--help']);
  const help = stdout.toString();
  t.match(help, /^ {2}tintype pdf <url/m);
  t.match(help, /^Paper$/m);
  t.match(help, /--pdf-margin-top <text>/);
  t.notMatch(help, '--full-page');
  t.match((await runHere(['--help'])).stdout.toString(), /tintype pdf +<url/);
});
