import * as z from 'zod/mini';
import { declareIn } from '../declare.ts';

const { choice, flag, integer, number } = declareIn('video');

const easings = [
  'linear',
  'ease_in_quad',
  'ease_out_quad',
  'ease_in_out_quad',
  'ease_in_cubic',
  'ease_out_cubic',
  'ease_in_out_cubic',
  'ease_in_quart',
  'ease_out_quart',
  'ease_in_out_quart',
  'ease_in_quint',
  'ease_out_quint',
  'ease_in_out_quint',
] as const;

export const videoParameters = {
  format: z._default(
    choice(['webm', 'mp4', 'mov', 'avi', 'gif', 'webp'], {
      description:
        'Format of the video; gif and webp are animated pictures that start again at their end.',
    }),
    'mp4',
  ),
  fps: z._default(
    integer({ description: 'Pictures in each second of the video.', min: 1, max: 60 }),
    30,
  ),
  duration: z._default(
    number({ description: 'Length of the video.', unit: 's', above: 0, max: 30 }),
    5,
  ),
  scenario: z._default(
    choice(['video', 'scroll'], {
      description: 'video records the page as it is, scroll records it scrolling down.',
    }),
    'video',
  ),
  scroll_by_amount: z._default(
    integer({ description: 'Distance of one scroll step.', unit: 'px', min: 1 }),
    1000,
  ),
  scroll_by_delay: z._default(
    integer({ description: 'Pause between scroll steps.', unit: 'ms', min: 0 }),
    500,
  ),
  scroll_by_duration: z._default(
    integer({ description: 'Time of all scroll steps together.', unit: 'ms', min: 1 }),
    1500,
  ),
  scroll_back: z._default(
    flag({ description: 'Scroll back to the top after reaching the bottom.' }),
    true,
  ),
  scroll_back_delay: z._default(
    integer({ description: 'Pause before scrolling back.', unit: 'ms', min: 0 }),
    800,
  ),
  scroll_easing: z._default(
    choice(easings, { description: 'How scrolling speeds up and slows down.' }),
    'linear',
  ),
};
