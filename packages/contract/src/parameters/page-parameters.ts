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

export const url = text({
  description: 'Address of the page: an absolute http or https URL.',
  expected: 'an absolute http or https URL of at most 16384 characters',
  max: 16_384,
});

export const baseUrl = text({
  description: 'Address of html: relative URLs in it are resolved against this.',
  expected: 'an absolute http or https URL of at most 16384 characters',
  max: 16_384,
});

export const html = text({ description: 'Raw HTML to render instead of url.' });

/** Sources of a page; a rule requires exactly one of `url` and `html`. */
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

/** Parameters by name, created by {@link declareIn}. */
export type ParameterShape = Readonly<Record<string, z.ZodMiniType>>;

/** Other spellings of parameters. */
export interface AliasInput {
  /** Alias of `block_ressources`. */
  block_resources?: z.input<typeof blockingParameters.block_ressources>;
}

/** Parameters as a caller may set them. */
export type InputOf<Shape extends ParameterShape> = z.input<
  z.ZodMiniObject<PageShape & Shape, z.core.$strict>
> &
  AliasInput;

/** Validated parameters with their defaults. */
export type OutputOf<Shape extends ParameterShape> = z.output<
  z.ZodMiniObject<PageShape & Shape, z.core.$strict>
>;

/** Validated parameters of every kind; each may be absent. */
export type PageValues = Partial<OutputOf<Readonly<Record<never, never>>>>;
