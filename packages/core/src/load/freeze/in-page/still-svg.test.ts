import t from 'tap';
import { stillSvg } from './still-svg.ts';

const svg = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inner}</svg>`;

t.test('an SVG without animations stays as it is', async (t) => {
  for (const inner of ['<rect/>', '<text>animate, set</text>']) {
    t.equal(stillSvg(svg(inner)), svg(inner));
  }
  t.equal(stillSvg('<animate/>'), '<animate/>', 'no SVG');
});

t.test('animations end immediately, those without an end never start', async (t) => {
  const cases = {
    '<animate dur="2s" begin="0.5s" to="1"/>': '<animate dur="1ms" begin="0s" to="1"/>',
    "<animateMotion dur='0:02'></animateMotion>": '<animateMotion dur="1ms"></animateMotion>',
    '<set begin="a.end" dur="indefinite"/>': '<set begin="a.end" dur="indefinite"/>',
    '<animate dur="1s" repeatCount="indefinite"/>':
      '<animate begin="indefinite" dur="1s" repeatCount="indefinite"/>',
    '<animateTransform begin="1s" repeatDur="indefinite"/>':
      '<animateTransform begin="indefinite" repeatDur="indefinite"/>',
  };
  for (const [given, expected] of Object.entries(cases)) {
    t.ok(stillSvg(svg(given)).startsWith(svg(expected).slice(0, -6)), given);
  }
});

t.test('styles end animations', async (t) => {
  const still = stillSvg(svg('<style>@keyframes a{}</style>'));
  t.match(still, /<style>[^<]*animation-duration:0s!important[^<]*<\/style><\/svg>$/);
});
