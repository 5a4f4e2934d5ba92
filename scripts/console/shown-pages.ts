import { loginSteps, type Contents } from './fill-service.ts';

/** A page of the console, as it is shown in the documents. */
export interface ShownPage {
  name: string;
  /** Within the console. */
  path: string;
  who: 'nobody' | 'account' | 'operator';
  /** Selectors to click, one after the other, once each exists. */
  click?: readonly string[];
  /** Selector that exists once the page is complete. */
  until: string;
}

/** Every page of the console. */
export function shownPages(contents: Contents, site: string): ShownPage[] {
  const harbour = encodeURIComponent(`${site}/harbour`);
  const steps = new URLSearchParams({
    kind: 'screenshot',
    url: `${site}/members`,
    viewport_width: '800',
    viewport_height: '600',
    steps: JSON.stringify([...loginSteps, { click: 'text/Receipts', timeout: 500 }]),
    secrets: JSON.stringify({ password: 'correct horse' }),
  });
  const account = { who: 'account' } as const;
  const operator = { who: 'operator' } as const;
  return [
    { name: 'sign-in', path: '', who: 'nobody', until: '#secret' },
    { name: 'first-view', path: 'playground', ...account, until: '.example img' },
    {
      name: 'playground',
      path: `playground?kind=screenshot&url=${harbour}&viewport_width=800&viewport_height=600`,
      ...account,
      click: ['.request .primary'],
      until: '.outcome .timings',
    },
    {
      name: 'steps',
      path: `playground?${steps}`,
      ...account,
      click: ['.step-list ~ .bar > :last-child'],
      until: '.step-images img',
    },
    { name: 'sessions', path: 'sessions', ...account, until: 'tbody tr' },
    { name: 'renders', path: 'renders', ...account, until: '.gallery .card img' },
    {
      name: 'render',
      path: `renders/${contents.changedRun}`,
      ...account,
      click: ['.result > p > button'],
      until: '.pair img',
    },
    {
      name: 'failed-render',
      path: `renders/${contents.failedRequest}`,
      ...account,
      until: '.trace .film img, .trace table',
    },
    { name: 'tasks', path: 'tasks', ...account, until: 'tbody tr' },
    { name: 'task', path: `tasks/${contents.task}`, ...account, until: '.run .changed' },
    {
      name: 'monitor',
      path: `tasks/${contents.monitor}`,
      ...account,
      until: '.monitor .comparison img',
    },
    {
      name: 'webhooks',
      path: 'webhooks',
      ...account,
      click: ['.delivery summary'],
      until: '.delivery',
    },
    { name: 'usage', path: 'usage', ...account, until: '.days rect' },
    { name: 'overview', path: 'overview', ...operator, until: '.chart polyline' },
    { name: 'accounts', path: 'accounts', ...operator, until: 'tbody tr' },
    { name: 'account', path: `accounts/${contents.account}`, ...operator, until: '.days rect' },
    { name: 'settings', path: 'settings', ...operator, until: 'tbody tr' },
    { name: 'audit', path: 'audit', ...operator, until: 'tbody tr' },
  ];
}
