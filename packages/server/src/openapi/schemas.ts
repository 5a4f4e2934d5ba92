import type { KindSet } from '@tintype/contract';
import { wireSchemas } from '@tintype/contract/wire';
import { planNames } from '@tintype/store';
import type { Json } from '../route/json-parts.ts';
import { capturesSchemas } from '../routes/captures-routes.ts';
import { parameterSchemas } from '../routes/render-operations.ts';

export function schemas(kinds: KindSet): Json {
  return {
    ...wireSchemas(kinds, planNames),
    ...parameterSchemas(kinds),
    ...capturesSchemas(kinds),
  };
}
