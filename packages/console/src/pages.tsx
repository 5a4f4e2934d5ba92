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

type LoadPage = () => Promise<FunctionComponent>;

/** Returns pages by title; each is loaded when it is shown. */
const pagesOf = (access: Page['access'], pages: Readonly<Record<string, LoadPage>>): Page[] =>
  Object.entries(pages).map(([title, load]) => ({
    path: title.toLowerCase(),
    title,
    access,
    component: lazy(load),
  }));

/** All pages, in the order of the navigation. */
const pages: readonly Page[] = [
  { path: 'playground', title: 'Playground', access: 'account', component: PlaygroundPage },
  ...pagesOf('account', {
    Renders: async () => (await import('./renders/renders-page.tsx')).RendersPage,
    Sessions: async () => (await import('./sessions/sessions-page.tsx')).SessionsPage,
    Tasks: async () => (await import('./tasks/tasks-page.tsx')).TasksPage,
    Webhooks: async () => (await import('./webhooks/webhooks-page.tsx')).WebhooksPage,
    Usage: async () => (await import('./usage/usage-page.tsx')).UsagePage,
  }),
  ...pagesOf('operator', {
    Overview: async () => (await import('./operator/overview-page.tsx')).OverviewPage,
    Accounts: async () => (await import('./operator/accounts-page.tsx')).AccountsPage,
    Settings: async () => (await import('./operator/settings-page.tsx')).SettingsPage,
    Audit: async () => (await import('./operator/audit-page.tsx')).AuditPage,
  }),
];

/** Returns the pages that a session may see. */
export function pagesFor({ who }: SessionState): readonly Page[] {
  return pages.filter(({ access }) => access === 'account' || who === 'operator');
}
