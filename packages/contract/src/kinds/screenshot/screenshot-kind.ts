import { stillParameters } from '../../parameters/appearance.ts';
import { fillClip } from '../../parameters/clip.ts';
import { imageMetadataParameters } from '../../parameters/metadata.ts';
import { clipHasSize, selectorIsWritten } from '../../rules/page-rules.ts';
import { defineKind } from '../define-kind.ts';
import { capturesWholePage } from './captures-whole-page.ts';
import { screenshotInfo } from './screenshot-info.ts';
import { screenshotParameters } from './screenshot-parameters.ts';
import { screenshotRules } from './screenshot-rules.ts';
import { wantsTransparency } from './wants-transparency.ts';

export const screenshotKind = defineKind({
  ...screenshotInfo,
  parameters: screenshotParameters,
  furtherParameters: { ...stillParameters, ...imageMetadataParameters },
  rules: [clipHasSize, selectorIsWritten, ...screenshotRules],
  needs(request) {
    const { selector, clip_width: clipWidth } = request;
    const whole = capturesWholePage(request);
    return {
      wholePage: whole || selector !== undefined,
      // A page that is scrolled through has been in view.
      reveal: whole && !request.full_page_scroll,
      unfold: whole && clipWidth === undefined,
      transparent: wantsTransparency(request),
    };
  },
  normalise: fillClip,
});
