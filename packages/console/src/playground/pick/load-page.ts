import type { RequestState } from '@tintype/client';
import { ApiError, type Api } from '../../api.ts';
import { filePath } from '../../renders/request-state.ts';
import { completeAddress, type Parameter } from '../form-info.ts';
import { parametersOfPage } from '../steps/plan-run.ts';
import { listOf } from '../steps/step-list.ts';
import { withUsedSecrets } from '../steps/used-secrets.ts';
import { pickElements, type PickElement, type ScrapedElements } from './page-elements.ts';

/** Page whose elements are picked: the parameters of the form. */
export interface PickPage {
  parameters: Readonly<Record<string, unknown>>;
  declared: readonly Parameter[];
}

/** An image of the page, and its elements. */
export interface PickedPage {
  image: Blob;
  elements: readonly PickElement[];
  /** Size of the document in px. */
  width: number;
  height: number;
}

/** Time files are stored if the window closes, in s: otherwise they are read, then removed. */
const retentionS = 300;

const outputs = [
  // A JPEG may be higher than a WebP.
  { name: 'page.jpeg', kind: 'screenshot', format: 'jpeg', full_page: true },
  { name: 'elements.json', kind: 'scrape', format: 'elements' },
];

/** Loads a page once, with the parameters of a form. @throws ApiError */
export async function loadPage(
  api: Api,
  { parameters, declared }: PickPage,
  signal: AbortSignal,
): Promise<PickedPage> {
  const { url } = parameters;
  const asked = {
    ...parametersOfPage(parameters, declared, false),
    ...(url !== undefined && { url: completeAddress(String(url)) }),
    cache_ttl: retentionS,
    outputs,
  };
  const state = await api.json<RequestState>('POST', '/v1/captures', asked, signal);
  try {
    const [image, elements] = await Promise.all(
      outputs.map(({ name }) => read(api, state, name, signal)),
    );
    if (!image || !elements) throw new Error('The page has no image.');
    const scraped = JSON.parse(await elements.text()) as ScrapedElements;
    const { width, height } = scraped;
    return { image, elements: pickElements(scraped), width, height };
  } finally {
    void api.send('DELETE', `/v1/requests/${encodeURIComponent(state.id)}`).catch(() => {});
  }
}

async function read(
  api: Api,
  state: RequestState,
  name: string,
  signal: AbortSignal,
): Promise<Blob | undefined> {
  const output = state.outputs?.find((one) => one.name === name);
  if (output?.error) {
    const { code, message, statusCode } = output.error;
    throw new ApiError(code, message, statusCode);
  }
  const path = output && filePath(output);
  return path === undefined ? undefined : (await api.send('GET', path, undefined, signal)).blob();
}

/** Parameters that apply after the steps, and may wait for what the steps bring. */
const endings: ReadonlySet<string> = new Set(['click_selector', 'wait_for_selector']);

/**
 * Returns the page on which a selector is used: without its own parameter.
 * @param steps - number of steps before it, for a selector of a step
 */
export function pageBefore({ parameters, declared }: PickPage, name: string, steps?: number) {
  const isKept = (one: string) => one !== name && !(steps !== undefined && endings.has(one));
  const kept = Object.entries(parameters).filter(([one]) => isKept(one));
  const { steps: text, ...others } = Object.fromEntries(kept);
  const list = listOf(String(text ?? ''));
  // Steps that capture would add files.
  const before = typeof list === 'string' ? [] : list.slice(0, steps).filter(isNoCapture);
  const sent = { ...others, ...(before.length > 0 && { steps: JSON.stringify(before) }) };
  return { parameters: withUsedSecrets(sent), declared };
}

function isNoCapture(step: unknown): boolean {
  return typeof step !== 'object' || step === null || !('capture' in step);
}
