import { defineKind } from '../define-kind.ts';
import { archiveInfo } from './archive-info.ts';
import { archiveParameters } from './archive-parameters.ts';

export const archiveKind = defineKind({
  ...archiveInfo,
  parameters: archiveParameters,
  // A reader of the file scrolls through it.
  needs: ({ format }) => ({ wholePage: true, reveal: true, traffic: format !== 'mhtml' }),
});
