import { declareIn } from './declare.ts';

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
