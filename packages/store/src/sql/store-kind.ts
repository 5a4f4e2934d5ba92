import type { KindInfo } from '@tintype/contract/light';

/** Properties of a kind that a store needs. */
export type StoreKind = Pick<KindInfo, 'name' | 'frameControl'>;
