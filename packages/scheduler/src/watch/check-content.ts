import type { Monitor, MonitorCheck, MonitorSnapshot } from '@tintype/contract/wire';
import type { StoredCheck } from '@tintype/store';
import type { Assessment } from './assessment.ts';
import {
  snapshotFiles,
  statusOf,
  type FileRef,
  type MonitorState,
  type Snapshot,
} from './monitor-state.ts';

/** A check as it is stored: names of files instead of their addresses. */
export interface CheckContent extends Omit<
  MonitorCheck,
  'request' | 'at' | 'outcome' | 'before' | 'after' | 'overlay'
> {
  before?: Snapshot;
  after?: Snapshot;
  overlay?: FileRef;
}

export function contentOf(assessment: Assessment, overlay: FileRef | undefined): CheckContent {
  const { difference, before, after, error, note, events } = assessment;
  const {
    noise: _noise,
    lines: _lines,
    size: _size,
    overlay: _overlay,
    note: _note,
    ...figures
  } = difference ?? {};
  return {
    ...figures,
    ...(events.includes('recovered') && { recovered: true }),
    ...(before && { before }),
    ...(after && { after }),
    ...(overlay && { overlay }),
    ...(error !== undefined && { error }),
    ...(note !== undefined && { note }),
  };
}

/** Returns the files of a check that stay as long as it does: those of a change. */
export function contentFiles(outcome: StoredCheck['outcome'], content: CheckContent): FileRef[] {
  if (outcome !== 'changed' && outcome !== 'baseline') return [];
  const { before, after, overlay } = content;
  return [...snapshotFiles(before), ...snapshotFiles(after), ...(overlay ? [overlay] : [])];
}

const seconds = (ms: number) => Math.floor(ms / 1000);

/** Returns a check in the API's form. `baseUrl`: that of the task. */
export function checkToJson(
  check: Pick<StoredCheck, 'requestId' | 'createdAt' | 'outcome'>,
  content: CheckContent,
  baseUrl: string,
): MonitorCheck {
  const { before, after, overlay, ...figures } = content;
  return {
    request: check.requestId,
    at: seconds(check.createdAt),
    outcome: check.outcome,
    ...figures,
    ...(before && { before: snapshotToJson(before, baseUrl) }),
    ...(after && { after: snapshotToJson(after, baseUrl) }),
    ...(overlay && { overlay: addressOf(overlay, baseUrl) }),
  };
}

export function monitorToJson(state: MonitorState, baseUrl: string): Monitor {
  const { baseline, variants, noise, failures } = state;
  return {
    status: statusOf(state),
    ...(baseline && { baseline: snapshotToJson(baseline, baseUrl) }),
    variants: variants.map((variant) => snapshotToJson(variant, baseUrl)),
    noise: [...noise],
    failures,
  };
}

function snapshotToJson({ request, at, image, text }: Snapshot, baseUrl: string): MonitorSnapshot {
  return {
    request,
    at: seconds(at),
    ...(image && { image: addressOf(image, baseUrl) }),
    ...(text && { text: addressOf(text, baseUrl) }),
  };
}

function addressOf({ name, extension }: FileRef, baseUrl: string): string {
  return `${baseUrl}/v1/files/${name}.${extension}`;
}
