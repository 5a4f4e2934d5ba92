import { COLOURS } from '@tintype/testkit';
import t from 'tap';
import { createLab } from '../parameters/lab.ts';
import { pdfPixels, withoutPoppler } from './poppler.ts';

if (withoutPoppler) t.comment(withoutPoppler);
const lab = await createLab(t);

const noMargins = Object.fromEntries<unknown>(
  ['top', 'right', 'bottom', 'left'].map((side) => [`pdf_margin_${side}`, 0]),
);
const canvas = (id: string, style = '') =>
  `<canvas id="${id}" width="100" height="100" style="display:block;${style}"></canvas>`;

/**
 * A page with WebGL that draws once, and in each frame; what draws in 2D; and what covers all of it
 * and shows nothing.
 */
const page = `<!doctype html><style>@page{margin:0}body{margin:0;position:relative}#cover{position:absolute;left:0;top:0;width:100px;height:1400px}
p{position:absolute;top:0;left:0;margin:0;width:20px;height:20px;background:#ff0;print-color-adjust:exact}</style>
${canvas('once')}${canvas('loop')}${canvas('flat')}<div style="height:1000px"></div>${canvas('below', 'padding:10px')}${canvas('cover')}<p></p><script>
const draw = (id, ...colour) => {
  const gl = document.getElementById(id).getContext('webgl');
  return () => { gl.clearColor(...colour, 1); gl.clear(gl.COLOR_BUFFER_BIT); };
};
draw('once', 0, 0, 1)();
draw('below', 0, 1, 0)();
const again = draw('loop', 1, 0, 1);
const loop = () => { again(); requestAnimationFrame(loop); };
loop();
cover.getContext('webgl');
const brush = flat.getContext('2d');
brush.fillStyle = '#f00';
brush.fillRect(0, 0, 100, 100);
</script>`;

t.test('a PDF shows what WebGL has drawn', { skip: withoutPoppler }, async (t) => {
  const opened = await lab.open({ html: page });
  const before = await opened.shoot({ full_page: true });
  const { body, warnings } = await opened.capture({
    kind: 'pdf',
    pdf_single_page: true,
    ...noMargins,
  });
  const after = await opened.shoot({ full_page: true });
  await opened[Symbol.asyncDispose]();
  const image = await pdfPixels(body);
  t.same(warnings, []);
  const inside = (y: number) => ({ x: 25, y: y + 25, width: 70, height: 70 });
  image.expectSolid(COLOURS.blue, 2, inside(0));
  image.expectSolid(COLOURS.magenta, 2, inside(100));
  image.expectSolid(COLOURS.red, 2, inside(200));
  const below = { x: 12, y: 1312, width: 96, height: 96 };
  image.expectSolid(COLOURS.green, 2, below);
  const corner = { x: 2, y: 2, width: 16, height: 16 };
  image.expectSolid(COLOURS.yellow, 2, corner);
  t.ok(Buffer.from(before.result.body).equals(after.result.body), 'the page is as it was');
});

t.test('a PDF without a WebGL canvas has a warning', async (t) => {
  const policy = `<meta http-equiv="content-security-policy" content="img-src 'none'">`;
  const refused = await lab.render({
    kind: 'pdf',
    html: page.replace('<style>', `${policy}<style>`),
  });
  t.match(refused.warnings, [/WebGL/]);
});
