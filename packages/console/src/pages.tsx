import type { FunctionComponent } from 'preact';
import type { SessionState } from './api.ts';
import { PlaygroundPage } from './playground/playground-page.tsx';
import { lazy } from './shell/lazy.tsx';

export interface Page {
  /** Path below `/console/`. */
  path: string;
  title: string;
  /** Operators see all pages. */
  access: 'account' | 'operator';
  component: FunctionComponent;
}

/** All pages, in the order of the navigation. */
const pages: readonly Page[] = [
  { path: 'playground', title: 'Playground', access: 'account', component: PlaygroundPage },
  {
    path: 'renders',
    title: 'Renders',
    access: 'account',
    component: lazy(async () => (await import('./renders/renders-page.tsx')).RendersPage),
  },
  {
    path: 'tasks',
    title: 'Tasks',
    access: 'account',
    component: lazy(async () => (await import('./tasks/tasks-page.tsx')).TasksPage),
  },
  {
    path: 'webhooks',
    title: 'Webhooks',
    access: 'account',
    component: lazy(async () => (await import('./webhooks/webhooks-page.tsx')).WebhooksPage),
  },
  {
    path: 'usage',
    title: 'Usage',
    access: 'account',
    component: lazy(async () => (await import('./usage/usage-page.tsx')).UsagePage),
  },
  {
    path: 'overview',
    title: 'Overview',
    access: 'operator',
    component: lazy(async () => (await import('./operator/overview-page.tsx')).OverviewPage),
  },
  {
    path: 'accounts',
    title: 'Accounts',
    access: 'operator',
    component: lazy(async () => (await import('./operator/accounts-page.tsx')).AccountsPage),
  },
  {
    path: 'settings',
    title: 'Settings',
    access: 'operator',
    component: lazy(async () => (await import('./operator/settings-page.tsx')).SettingsPage),
  },
  {
    path: 'audit',
    title: 'Audit',
    access: 'operator',
    component: lazy(async () => (await import('./operator/audit-page.tsx')).AuditPage),
  },
];

/** Returns the pages that a session may see. */
export function pagesFor({ who }: SessionState): readonly Page[] {
  return pages.filter(({ access }) => access === 'account' || who === 'operator');
}
