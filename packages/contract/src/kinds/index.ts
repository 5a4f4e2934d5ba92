export { fileOf, isTextKind, isTextType, type KindInfo } from './kind-info.ts';
export { kindInfos, kinds, type Kind, type KindName } from './kind-infos.ts';
