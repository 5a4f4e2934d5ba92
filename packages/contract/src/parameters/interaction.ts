import { maxSecretsLength } from '../steps/secrets.ts';
import { maxCodeLength, maxSelectorLength, maxSteps, maxStepsLength } from '../steps/steps.ts';
import { declareIn } from './declare.ts';

const { optional } = declareIn('interaction', 'load');

export const interactionParameters = {
  hide_selectors: optional.texts({
    description: 'CSS selectors of elements to remove from the rendering.',
    max: maxSelectorLength,
  }),
  click_selector: optional.text({
    description: 'CSS selector of an element to click before rendering.',
    max: maxSelectorLength,
  }),
  steps: optional.json({
    description:
      'Interactions with the page, in order: clicks, texts, keys. Also an export of the Recorder of Chrome.',
    expected: `a list of at most ${maxSteps} steps, for example [{"click": "text/Sign in"}], or a recording of Chrome's DevTools`,
    max: maxStepsLength,
    isList: true,
  }),
  secrets: optional.json({
    description: 'Values for {{name}} in steps, which messages and logs do not contain.',
    expected: 'an object of names and texts, for example {"password": "..."}',
    max: maxSecretsLength,
    secret: true,
  }),
  scroll_to: optional.textOrInteger({
    description:
      'Place to scroll to before rendering: CSS selector of an element of the top document, or distance from the top in px.',
    expected: 'a CSS selector, or a distance in px',
    max: maxSelectorLength,
  }),
  inject_css: optional.text({
    description: 'CSS to add to the page, after its own.',
    max: maxCodeLength,
  }),
  inject_js: optional.text({
    description: 'Script to run in the page before rendering; it may await.',
    max: maxCodeLength,
  }),
};

/** Parameters of kinds that can show a part of the page. */
export const elementParameters = {
  selector: optional.text({
    description: 'CSS selector of the element to render: the first match.',
    half: 'capture',
    max: maxSelectorLength,
  }),
};
