import * as z from 'zod/mini';
import { kinds, type Kind } from '../kinds/kinds.ts';
import { accountParameters } from '../parameters/account.ts';
import { appearanceParameters, stillParameters } from '../parameters/appearance.ts';
import { blockingParameters } from '../parameters/blocking.ts';
import { clipParameters } from '../parameters/clip.ts';
import { deliveryParameters } from '../parameters/delivery.ts';
import { imageParameters } from '../kinds/screenshot/screenshot-parameters.ts';
import { elementParameters, interactionParameters } from '../parameters/interaction.ts';
import { imageMetadataParameters, metadataParameters } from '../parameters/metadata.ts';
import { networkParameters } from '../parameters/network.ts';
import { baseUrl, html, url } from '../parameters/page.ts';
import { pdfParameters } from '../kinds/pdf/pdf-parameters.ts';
import { scrapeParameters } from '../kinds/scrape/scrape-parameters.ts';
import { timingParameters } from '../parameters/timing.ts';
import { videoParameters } from '../kinds/screencast/screencast-parameters.ts';
import { viewportParameters } from '../parameters/viewport.ts';
import { visitorParameters } from '../parameters/visitor.ts';

/** Of the page, one of the two; a rule checks which. */
const source = { url: z.optional(url), html: z.optional(html), base_url: z.optional(baseUrl) };

const shared = {
  ...viewportParameters,
  ...appearanceParameters,
  ...blockingParameters,
  ...interactionParameters,
  ...timingParameters,
  ...visitorParameters,
  ...networkParameters,
  ...metadataParameters,
};

const last = { ...deliveryParameters, ...accountParameters };

/** Which kind takes which parameters, in the order of help texts and docs. */
const shapes = {
  screenshot: {
    ...source,
    ...elementParameters,
    ...imageParameters,
    ...clipParameters,
    ...shared,
    ...stillParameters,
    ...imageMetadataParameters,
    ...last,
  },
  screencast: { ...source, ...videoParameters, ...clipParameters, ...shared, ...last },
  pdf: {
    ...source,
    ...pdfParameters,
    ...clipParameters,
    ...shared,
    ...stillParameters,
    ...last,
  },
  scrape: { ...source, ...elementParameters, ...scrapeParameters, ...shared, ...last },
};

type Shapes = typeof shapes;

/** What a caller may give for the parameters of one kind. */
export type ParametersInput<K extends Kind> = z.input<z.ZodMiniObject<Shapes[K], z.core.$strict>>;

/** The parameters of one kind with defaults filled in. */
export type Parameters<K extends Kind> = z.output<z.ZodMiniObject<Shapes[K], z.core.$strict>>;

/** Keeps what `make` gives for each kind; it depends on nothing but the kind. */
export function oncePerKind<T>(make: (kind: Kind) => T): (kind: Kind) => T {
  const made = new Map<Kind, T>();
  return (kind) => {
    const known = made.get(kind);
    if (known !== undefined) return known;
    const fresh = make(kind);
    made.set(kind, fresh);
    return fresh;
  };
}

/** Keeps what `make` gives, from the first time it is asked for. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** The strict schema of one kind, built when it is first needed. */
export const requestSchema: (kind: Kind) => z.ZodMiniType<Record<string, unknown>> = oncePerKind(
  (kind) =>
    z.strictObject(shapes[kind] as z.core.$ZodShape) as z.ZodMiniType<Record<string, unknown>>,
);

/** Whether a kind takes a parameter. */
export function takesParameter(kind: Kind, name: string): boolean {
  return declarationOf(kind, name) !== undefined;
}

/** Whether a single string stands for a list with one item; cheaper to ask than the JSON Schema. */
export function acceptsOne(kind: Kind, name: string): boolean {
  const declared = declarationOf(kind, name);
  return declared !== undefined && z.globalRegistry.get(declared)?.['x-accepts-one'] === true;
}

/** The kinds for which a name means the same as it does for `kind`. */
export function kindsSharing(kind: Kind, name: string): readonly Kind[] {
  const declared = declarationOf(kind, name);
  return kinds.filter((other) => declarationOf(other, name) === declared);
}

/** What was declared for a name, without the wrapper that makes it optional for one kind. */
function declarationOf(kind: Kind, name: string): z.core.$ZodType | undefined {
  const shape: Record<string, z.ZodMiniType> = shapes[kind];
  if (!Object.hasOwn(shape, name)) return undefined;
  const schema = shape[name];
  return (schema?._zod.def as { innerType?: z.core.$ZodType } | undefined)?.innerType ?? schema;
}

/** The names of the parameters of a kind. */
export const parameterNames: (kind: Kind) => readonly string[] = oncePerKind((kind) =>
  Object.keys(shapes[kind]),
);
