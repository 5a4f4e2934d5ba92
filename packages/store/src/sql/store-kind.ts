import type { KindInfo } from '@tintype/contract/kinds';

/** What a store has to know of a kind. */
export type StoreKind = Pick<KindInfo, 'name' | 'frameControl'>;
