/** Style of a report, in light and dark, from 390 px on. */
export const reportStyle = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; --line: #8885 }
body { margin: 0 }
header { position: sticky; top: 0; z-index: 2; padding: .5rem 1rem; background: Canvas; border-bottom: 1px solid var(--line) }
h1 { font-size: 1.2rem; margin: 0 }
form { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; align-items: center }
main { padding: 0 1rem 2rem }
section { padding: 1rem 0; border-bottom: 1px solid var(--line) }
h2 { font-size: 1rem; margin: 0; overflow-wrap: anywhere }
p { margin: .25rem 0; overflow-wrap: anywhere }
.address { opacity: .7 }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: .5rem 0 }
b { padding: 0 .5em; border-radius: 1em; font-weight: 600; color: #fff }
b.same { background: #1a7f37 } b.changed { background: #b35900 } b.new { background: #0969da } b.failed { background: #b42318 }
img { max-width: 100%; height: auto; border: 1px solid var(--line); background: #fff; display: block; box-sizing: border-box }
.view { margin-top: .5rem }
.both { display: flex; gap: 1rem; align-items: flex-start }
.both figure { flex: 1; min-width: 0; margin: 0 }
.view[hidden], section[hidden] { display: none }
.stack { display: grid; justify-content: start; --share: 50% }
.stack img { grid-area: 1 / 1; align-self: start }
.stack img + img { clip-path: inset(0 0 0 var(--share)) }
.slider label { display: flex; gap: .5rem; align-items: center } .slider input { flex: 1; max-width: 40rem }
@media (max-width: 640px) { .both { display: block } .both figure + figure { margin-top: 1rem } }
`;

/** Script of a report: filters, views and sliders. */
export const reportScript = `
const form = document.querySelector('form');
const sections = [...document.querySelectorAll('section')];
function show() {
  const shown = new FormData(form).getAll('outcome');
  const view = form.elements.view.value;
  for (const section of sections) {
    section.hidden = !shown.includes(section.dataset.outcome);
    for (const name of ['differences', 'slider', 'both']) {
      const part = section.querySelector('.' + name);
      if (part) part.hidden = name !== view;
    }
  }
  document.querySelector('.none').hidden = sections.some((section) => !section.hidden);
}
form.addEventListener('input', show);
form.addEventListener('submit', (event) => event.preventDefault());
for (const range of document.querySelectorAll('input[type=range]')) {
  const stack = range.closest('.slider').querySelector('.stack');
  range.addEventListener('input', () => stack.style.setProperty('--share', (100 - range.value) + '%'));
}
show();
`;
