import * as z from 'zod/mini';
import { declareIn } from './declare.ts';

const { oneOrMore } = declareIn('blocking', 'load');

export const blockingParameters = {
  block_annoyance: z.prefault(
    oneOrMore(['none', 'cookies_banner', 'ads', 'tracking'], {
      description: 'What to keep out of the page; one or several.',
      minItems: 1,
    }),
    'cookies_banner',
  ),
  block_ressources: z.optional(
    oneOrMore(
      [
        'document',
        'stylesheet',
        'image',
        'media',
        'font',
        'script',
        'texttrack',
        'xhr',
        'fetch',
        'eventsource',
        'websocket',
        'manifest',
        'other',
      ],
      { description: 'Types of resources that are not loaded. block_resources is an alias.' },
    ),
  ),
};
