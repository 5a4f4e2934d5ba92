import t from 'tap';
import { elementAt, matchElements, pickElements } from './page-elements.ts';

const elements = pickElements({
  width: 800,
  height: 600,
  elements: [
    { selector: '#menu > a:nth-child(1)', text: 'Home', box: [0, 0, 50, 20] },
    { selector: '#menu > a:nth-child(2)', text: 'About', box: [100, 0, 50, 20] },
    { selector: 'body > p:nth-child(2)', text: '<b>Text</b>', box: [0, 100, 800, 50] },
    {
      selector: 'body > p:nth-child(2) > img:nth-child(1)',
      text: '',
      box: [10, 110, 9, 9],
      image: 'x',
    },
  ],
});

t.test('finds the smallest element at a point, or its container', async (t) => {
  const at = (x: number, y: number) => elementAt(elements, x, y)?.selector;
  t.equal(at(10, 10), '#menu > a:nth-child(1)');
  t.equal(at(75, 10), '#menu', 'between two elements');
  t.equal(at(15, 115), 'body > p:nth-child(2) > img:nth-child(1)');
  t.equal(at(500, 120), 'body > p:nth-child(2)', 'a known element keeps its box');
  t.equal(at(500, 500), undefined);
});

t.test('filters by selector and text', async (t) => {
  const found = (typed: string) => matchElements(elements, typed).map(({ selector }) => selector);
  t.same(found('ABOUT'), ['#menu > a:nth-child(2)']);
  t.same(found('img'), ['body > p:nth-child(2) > img:nth-child(1)']);
  t.equal(found('').length, 5);
});
