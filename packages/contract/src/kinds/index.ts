export { fileOf, isTextKind, isTextType, type KindInfo } from './kind-info.ts';
export { isKind, kindInfos, kinds, type Kind, type KindName } from './kind-infos.ts';
