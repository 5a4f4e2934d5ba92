import t from 'tap';
import { createLab } from '../parameters/lab.ts';

const lab = await createLab(t);

interface Elements {
  width: number;
  height: number;
  elements: { selector: string; text: string; box: number[]; image?: string }[];
}

async function elementsOf(html: string): Promise<Elements & { warnings: string[] }> {
  const { body, extension, warnings } = await lab.render({
    kind: 'scrape',
    format: 'elements',
    html,
  });
  t.equal(extension, 'json');
  return { ...(JSON.parse(Buffer.from(body).toString()) as Elements), warnings: [...warnings] };
}

t.test('boxes match the pixels of a screenshot', async (t) => {
  const html = `<!doctype html><body style="margin:0"><div style="height:700px">top</div><p id=a style="margin:0 0 0 30px;width:80px;height:24px;background:red"> a  text </p><b hidden>none</b><i>${'x'.repeat(300)}</i>`;
  const { elements } = await elementsOf(html);
  t.same(
    elements.map(({ text }) => text.slice(0, 6)),
    ['top', 'a text', 'xxxxxx'],
  );
  t.equal(elements[2]?.text.length, 120);
  t.match(elements[1], { selector: '#a', box: [30, 700, 80, 24] });
  const { image } = await lab.shoot({ html, full_page: true });
  const [x = 0, y = 0, width = 0, height = 0] = elements[1]?.box ?? [];
  t.same(image.at(x, y + height - 1).slice(0, 3), [255, 0, 0]);
  t.same(image.at(x + width - 1, y).slice(0, 3), [255, 0, 0]);
  t.not(image.at(x - 1, y)[1], 0);
  t.not(image.at(x + width, y)[1], 0);
});

t.test('hostile pages stay within the limits', async (t) => {
  const many = await elementsOf('<p>x</p>'.repeat(100_001));
  t.equal(many.elements.length, 5000);
  t.match(many.warnings, [/^elements: the page has more/]);
  const unique = new Set(many.elements.map(({ selector }) => selector));
  t.equal(unique.size, 5000);
  const deep = await elementsOf(`${'<div>'.repeat(400)}deep`);
  t.ok(deep.elements.length <= 1);
  const hostile = await elementsOf(
    '<p>seen</p><form><input name=parentElement><input name=children>text</form><script>Element.prototype.getBoundingClientRect=null;Object.defineProperty(Node.prototype,"firstChild",{get(){throw 1}})</script>',
  );
  t.match(hostile.elements[0], { text: 'seen' });
});
