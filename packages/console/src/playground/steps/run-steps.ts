import type { RequestState } from '@tintype/client';
import { readTrace } from '@tintype/contract/trace';
import { ApiError, type Api } from '../../api.ts';
import { filePath } from '../../renders/request-state.ts';
import type { Parameter } from '../form-info.ts';
import { failedStep, parametersOfPage, planRun, type RunPlan } from './plan-run.ts';
import { listOf, titleOf } from './step-list.ts';

/** The outcome of steps. */
export interface StepsRun {
  /** The steps that it had, as the form had them. */
  text: string;
  totalMs: number;
  /** Images after steps, whose positions start at 0. */
  images: readonly { step: number; title: string; blob: Blob }[];
  /** The page when a step failed is in `image`, if it could be read. */
  failure?: { step: number; title: string; message: string; image?: Blob };
  /** True if it had more steps than images. */
  isCut: boolean;
}

interface Asked {
  /** Position of the last step. */
  until: number;
  /** Parameters of the form. */
  parameters: Readonly<Record<string, unknown>>;
  declared: readonly Parameter[];
}

/** Loads the page once, and returns an image after each step. @throws ApiError */
export async function runSteps(
  api: Api,
  { until, parameters, declared }: Asked,
  signal: AbortSignal,
): Promise<StepsRun> {
  const startMs = performance.now();
  const text = String(parameters['steps'] ?? '');
  const list = listOf(text);
  const steps = typeof list === 'string' ? [] : list;
  const plan = planRun(steps, until);
  const titles = steps.map(titleOf);
  const page = parametersOfPage(parameters, declared, until < steps.length - 1);
  const asked = { ...page, steps: plan.steps, outputs: plan.outputs, cache_ttl: retentionS };
  const { outputs, error, id } = await capture(api, asked, signal);
  try {
    const failed = error && failedStep(error.message, plan, titles);
    if (error && !failed) throw error;
    const images = await imagesOf(api, outputs, plan, signal);
    const title = (step: number) => titles[step] ?? '';
    return {
      text,
      totalMs: performance.now() - startMs,
      images: images.map((image) => ({ ...image, title: title(image.step) })),
      isCut: plan.outputs.length < until + 1,
      ...(failed && {
        failure: { ...failed, title: title(failed.step), ...(await failureImage(api, id, signal)) },
      }),
    };
  } finally {
    if (id !== undefined) void remove(api, id);
  }
}

/** Time files are stored if the window closes, in s: otherwise they are read, then removed. */
const retentionS = 300;

type Outputs = NonNullable<RequestState['outputs']>;

interface Captured {
  outputs: Outputs;
  /** Id of the request, whose trace is that of the error. */
  id: string | undefined;
  error?: Error;
}

async function capture(api: Api, asked: object, signal: AbortSignal): Promise<Captured> {
  try {
    const path = '/v1/captures';
    const { id, outputs = [] } = await api.json<RequestState>('POST', path, asked, signal);
    const failure = outputs.find(({ error }) => error)?.error;
    return { id, outputs, ...(failure && { error: errorOf(failure) }) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { outputs: [], id: error.requestId, error };
  }
}

async function imagesOf(
  api: Api,
  outputs: Outputs,
  { shown }: RunPlan,
  signal: AbortSignal,
): Promise<{ step: number; blob: Blob }[]> {
  return Promise.all(
    outputs.flatMap((output, at) => {
      const path = filePath(output);
      const step = shown[at];
      if (path === undefined || step === undefined) return [];
      const read = async () => {
        const answer = await api.send('GET', path, undefined, signal);
        return { step, blob: await answer.blob() };
      };
      return [read()];
    }),
  );
}

function errorOf({ code, message, statusCode }: NonNullable<RequestState['error']>): ApiError {
  return new ApiError(code, message, statusCode);
}

/** Returns the page at the time of a failure, from its trace, if there is one. */
async function failureImage(
  api: Api,
  id: string | undefined,
  signal: AbortSignal,
): Promise<{ image?: Blob }> {
  if (id === undefined) return {};
  try {
    const path = `/v1/requests/${encodeURIComponent(id)}/trace`;
    const answer = await api.send('GET', path, undefined, signal);
    const zip = new Uint8Array(await answer.arrayBuffer());
    const { frames } = await readTrace(zip, { maxRows: 1, maxFrames: 150, maxChars: 2_000 });
    const image = frames.at(-1)?.image;
    return image ? { image: new Blob([image], { type: 'image/jpeg' }) } : {};
  } catch {
    return {};
  }
}

/** Removes a request from the list of renders: it was a trial. */
async function remove(api: Api, id: string): Promise<void> {
  await api.send('DELETE', `/v1/requests/${encodeURIComponent(id)}`).catch(() => {});
}
