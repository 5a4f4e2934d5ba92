import * as z from 'zod/mini';
import { accountParameters } from './account.ts';
import { appearanceParameters } from './appearance.ts';
import { blockingParameters } from './blocking.ts';
import { declareIn } from './declare.ts';
import { deliveryParameters } from './delivery.ts';
import { interactionParameters } from './interaction.ts';
import { metadataParameters, verdictParameters } from './metadata.ts';
import { networkParameters } from './network.ts';
import { timingParameters } from './timing.ts';
import { viewportParameters } from './viewport.ts';
import { visitorParameters } from './visitor.ts';

const { text } = declareIn('page', 'load');

/** The page to render. */
export const url = text({
  description: 'Address of the page: an absolute http or https URL.',
  expected: 'an absolute http or https URL of at most 16384 characters',
  max: 16_384,
});

export const baseUrl = text({
  description: 'Address that html is the page of: what it names is loaded from there.',
  expected: 'an absolute http or https URL of at most 16384 characters',
  max: 16_384,
});

export const html = text({ description: 'Raw HTML to render instead of url.' });

/** Of the page, one of the two; a rule checks which. */
export const sourceParameters = {
  url: z.optional(url),
  html: z.optional(html),
  base_url: z.optional(baseUrl),
};

/** Parameters that bring a page into the requested state. */
export const loadParameters = {
  ...viewportParameters,
  ...appearanceParameters,
  ...blockingParameters,
  ...interactionParameters,
  ...timingParameters,
  ...visitorParameters,
  ...networkParameters,
  ...metadataParameters,
  ...verdictParameters,
};

/** Delivery of the result, and the caller's account. */
export const serviceParameters = { ...deliveryParameters, ...accountParameters };

/** The parameters that every kind has. */
export type PageShape = typeof sourceParameters & typeof loadParameters & typeof serviceParameters;

/** Parameters by name, as {@link declareIn} makes them. */
export type ParameterShape = Readonly<Record<string, z.ZodMiniType>>;

/** Values that a caller may set for parameters. */
export type InputOf<Shape extends ParameterShape> = z.input<
  z.ZodMiniObject<PageShape & Shape, z.core.$strict>
>;

/** Parameters that were checked, with their defaults. */
export type OutputOf<Shape extends ParameterShape> = z.output<
  z.ZodMiniObject<PageShape & Shape, z.core.$strict>
>;

/** Values of what every kind has that were checked; each may be absent. */
export type PageValues = Partial<OutputOf<Readonly<Record<never, never>>>>;
