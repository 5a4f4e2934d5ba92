// Defines a kind: all links of a page as JSON, with parameters, rules and types like the built-in
// kinds.
import {
  createRenderer,
  declareIn,
  defineKind,
  withDefault,
  type KindPlugin,
  type KindRequest,
  type PageHandle,
} from 'tintype';

const { flag } = declareIn('links');

const links = defineKind({
  name: 'links',
  title: 'The links of a page as JSON',
  noun: 'list of links',
  nouns: 'lists of links',
  files: { json: 'application/json' },
  parameters: {
    links_titled: withDefault(flag({ description: 'Only links with a title.' }), false),
  },
  // Text must have loaded, images need not.
  needs: () => ({ medium: 'text' }),
});

// `tintype links <url> --plugins <file>` and the setting `plugins` of a service load the export of
// this name.
export const plugin: KindPlugin<typeof links> = {
  name: 'links',
  kinds: [links],
  captures: {
    links: {
      async capture(page: PageHandle, request: KindRequest<typeof links>) {
        const selector = request.links_titled ? 'a[href][title]' : 'a[href]';
        const found = await page.evaluate<string[]>(
          `[...document.querySelectorAll(${JSON.stringify(selector)})].map(({ href }) => href)`,
        );
        return async () => ({ body: Buffer.from(JSON.stringify(found)) });
      },
    },
  },
};

const renderer = createRenderer({ plugins: [plugin] });
const { body, mediaType } = await renderer.render({
  kind: 'links',
  html: '<a href="https://example.com/" title="An example">one</a> <a href="https://example.org/">two</a>',
  links_titled: true,
});
await renderer.stop();
console.log(mediaType, Buffer.from(body).toString());
