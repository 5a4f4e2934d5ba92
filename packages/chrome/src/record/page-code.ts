import { secretKindOf } from '@tintype/contract/steps';
import {
  clickables,
  deepElementLimit,
  deepRoots,
  framePath,
  isVisible,
  matchesIn,
  matchLimit,
  maxAncestors,
  ownAttribute,
  ownBox,
  ownElements,
  ownMatches,
  ownOf,
  ownParent,
  ownShadow,
  plainText,
  setOwn,
  textMatches,
  textOf,
  unreadElements,
} from '@tintype/core/in-page';
import { createPageCode } from '@tintype/core/page';
import * as elementSelectors from './in-page/element-selectors.ts';
import * as fieldKinds from './in-page/field-kinds.ts';
import * as recordFields from './in-page/record-fields.ts';
import * as recordKeys from './in-page/record-keys.ts';
import * as recordPointer from './in-page/record-pointer.ts';
import * as recorderState from './in-page/recorder-state.ts';
import * as secretFields from './in-page/secret-fields.ts';
import * as stableNames from './in-page/stable-names.ts';
import * as startRecorder from './in-page/start-recorder.ts';
import * as watchSecrets from './in-page/watch-secrets.ts';

/** Functions that run in the pages of `tintype record`. The build writes their texts here. */
export const pageCode = createPageCode(
  {
    clickables,
    deepElementLimit,
    deepRoots,
    framePath,
    isVisible,
    matchesIn,
    matchLimit,
    maxAncestors,
    ownAttribute,
    ownBox,
    ownElements,
    ownMatches,
    ownOf,
    ownParent,
    ownShadow,
    plainText,
    secretKindOf,
    setOwn,
    textMatches,
    textOf,
    unreadElements,
  },
  elementSelectors,
  fieldKinds,
  recordFields,
  recordKeys,
  recordPointer,
  recorderState,
  secretFields,
  stableNames,
  startRecorder,
  watchSecrets,
);
