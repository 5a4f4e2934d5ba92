import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRenderer } from 'tintype';
import { fillService } from './fill-service.ts';
import { runService, type RunningService, type SessionCookie } from './run-service.ts';
import { shownPages, type ShownPage } from './shown-pages.ts';
import { serveShownSite } from './shown-site.ts';
import type { Renderer } from './take-view.ts';

/** A service in use, and a renderer that may reach it. */
export interface ShownService {
  renderer: Renderer;
  service: RunningService;
  pages: ShownPage[];
  cookies: Record<ShownPage['who'], SessionCookie | undefined>;
}

/** Runs work beside a service on a folder of its own, which is removed afterwards. */
export async function withShownService(
  work: (shown: ShownService) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tintype-console-'));
  const site = await serveShownSite();
  const service = await runService(folder);
  const renderer = createRenderer({ egress: { allow: ['127.0.0.1'] }, concurrency: 1 });
  try {
    const contents = await fillService(service, site);
    const cookies = {
      nobody: undefined,
      account: await service.signIn(),
      operator: await service.signInAsOperator(),
    };
    await work({ renderer, service, pages: shownPages(contents, site.address), cookies });
  } finally {
    await renderer.stop();
    await service.stop();
    await site.close();
    await rm(folder, { recursive: true, force: true });
  }
}
