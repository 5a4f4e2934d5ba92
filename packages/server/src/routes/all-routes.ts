import type { KindSet } from '@tintype/contract';
import { operatorAccountRoutes } from '../operator-routes/operator-account-routes.ts';
import { operatorServiceRoutes } from '../operator-routes/operator-service-routes.ts';
import type { Route } from '../route/define-route.ts';
import { accountRoutes } from './account-routes.ts';
import { batchRoutes } from './batch-routes.ts';
import { capturesRoutes } from './captures-routes.ts';
import { comparisonRoutes } from './comparison-route.ts';
import { deliveryRoutes } from './delivery-routes.ts';
import { feedRoutes } from './feed-route.ts';
import { fileRoutes } from './file-routes.ts';
import { mcpRoutes } from './mcp-routes.ts';
import { renderRoutes } from './render-routes.ts';
import { requestRoutes } from './request-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { monitorRoutes } from './monitor-routes.ts';
import { taskRoutes } from './task-routes.ts';

/** Every declared route, in the order of the OpenAPI document. */
export function allRoutes(kinds: KindSet): readonly Route[] {
  return [
    ...renderRoutes(kinds),
    ...capturesRoutes,
    ...batchRoutes,
    ...requestRoutes(kinds),
    ...comparisonRoutes,
    ...deliveryRoutes,
    ...fileRoutes,
    ...taskRoutes,
    ...monitorRoutes,
    ...feedRoutes,
    ...sessionRoutes,
    ...accountRoutes,
    ...mcpRoutes,
    ...operatorAccountRoutes,
    ...operatorServiceRoutes,
  ];
}
