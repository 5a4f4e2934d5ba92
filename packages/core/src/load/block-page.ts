import type { Hooks } from '../types.ts';
import type { PageWork } from '../page/page-work.ts';

/** Calls the hooks of the `block` stage in order. Returns whether one changed the page. */
export async function blockPage(
  { page, request, context, clock, hooks }: PageWork,
  hook: 'beforeNavigate' | 'pageSettled',
): Promise<boolean> {
  const chosen: NonNullable<Hooks['pageSettled']>[] = [];
  for (const each of hooks) {
    const own = each[hook];
    if (own) chosen.push(own.bind(each));
  }
  if (chosen.length === 0) return false;
  return clock.run('block', async () => {
    page.deadline.activity = 'running the hooks of plugins';
    let changed = false;
    for (const call of chosen) {
      const given = page.deadline.race((async () => call(page, request, context))());
      changed = (await given) === true || changed;
    }
    return changed;
  });
}
