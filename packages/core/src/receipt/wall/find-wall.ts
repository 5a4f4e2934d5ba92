import type { Wall } from '@tintype/contract/headers';
import type { PageSignals } from '../in-page/inspect-page.ts';
import { layerWall } from './layer-wall.ts';
import { loginWall } from './login-wall.ts';
import { robotWall } from './robot-wall.ts';
import { textWall } from './text-wall.ts';
import { vendorWall } from './vendor-walls.ts';
import type { WallContext, WallTest } from './wall-test.ts';

/** Tests, the most specific first. A page served instead of another one has little text. */
const tests: readonly WallTest[] = [vendorWall, robotWall, layerWall, loginWall, textWall];

export function findWall(page: PageSignals, context: WallContext): Wall | undefined {
  for (const test of tests) {
    const wall = test(page, context);
    if (wall) return wall;
  }
  return undefined;
}
