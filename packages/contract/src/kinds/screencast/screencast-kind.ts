import { fillClip } from '../../parameters/clip.ts';
import { clipHasSize } from '../../rules/page-rules.ts';
import { defineKind } from '../define-kind.ts';
import { screencastInfo } from './screencast-info.ts';
import { screencastParameters } from './screencast-parameters.ts';
import { screencastRules } from './screencast-rules.ts';

export const screencastKind = defineKind({
  ...screencastInfo,
  parameters: screencastParameters,
  rules: [clipHasSize, ...screencastRules],
  normalise: fillClip,
});
