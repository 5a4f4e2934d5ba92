import type { KindSet } from '@tintype/contract';
import { operatorAccountRoutes } from './operator-routes/operator-account-routes.ts';
import { operatorServiceRoutes } from './operator-routes/operator-service-routes.ts';
import type { Route } from './route/define-route.ts';
import { accountRoutes } from './routes/account-routes.ts';
import { batchRoutes } from './routes/batch-routes.ts';
import { capturesRoutes } from './routes/captures-routes.ts';
import { comparisonRoutes } from './routes/comparison-route.ts';
import { deliveryRoutes } from './routes/delivery-routes.ts';
import { fileRoutes } from './routes/file-routes.ts';
import { mcpRoutes } from './routes/mcp-routes.ts';
import { renderRoutes } from './routes/render-routes.ts';
import { requestRoutes } from './routes/request-routes.ts';
import { taskRoutes } from './routes/task-routes.ts';

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
    ...accountRoutes,
    ...mcpRoutes,
    ...operatorAccountRoutes,
    ...operatorServiceRoutes,
  ];
}
