import {
  declareIn,
  defineKind,
  optional,
  withDefault,
  type KindPlugin,
  type KindRequest,
  type PageHandle,
  type RenderContext,
} from 'tintype';

const { flag, integer } = declareIn('links');

/** All links of a page. */
const links = defineKind({
  name: 'links',
  title: 'The links of a page as JSON',
  noun: 'list of links',
  nouns: 'lists of links',
  files: { json: 'application/json' },
  parameters: {
    links_elsewhere: withDefault(flag({ description: 'Only links to other hosts.' }), false),
    links_limit: optional(
      integer({ description: 'How many links are listed.', min: 1, max: 10_000 }),
    ),
  },
  rules: [
    {
      id: 'links_elsewhere_has_a_host',
      parameter: 'links_elsewhere',
      check: ({ links_elsewhere: elsewhere, html }) =>
        elsewhere && html !== undefined
          ? 'links_elsewhere needs a url: HTML has no host of its own.'
          : undefined,
    },
  ],
  needs: () => ({ medium: 'text' }),
});

/** Loaded by `tintype --plugins` and by the setting `plugins`. */
export const plugin: KindPlugin<typeof links> = {
  name: 'links',
  kinds: [links],
  captures: {
    links: {
      async capture(page: PageHandle, request: KindRequest<typeof links>, context: RenderContext) {
        const all = await page.evaluate<string[]>(
          '[...document.querySelectorAll("a[href]")].map(({ href }) => href)',
        );
        const { host } = new URL(request.url ?? 'http://localhost');
        const wanted = request.links_elsewhere
          ? all.filter((link) => URL.canParse(link) && new URL(link).host !== host)
          : all;
        const listed = wanted.slice(0, request.links_limit ?? wanted.length);
        if (listed.length < wanted.length) context.warn(`${wanted.length} links were found.`);
        return async () => ({ body: Buffer.from(JSON.stringify(listed)) });
      },
    },
  },
};
