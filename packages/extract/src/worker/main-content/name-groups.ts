/** Groups of elements' names by meaning. Train the model again after a change of the list. */
export const nameGroups: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['navigation', /\bnav|navbar|navigation|\bgnb|\blnb/],
  ['header', /\bheader|masthead|topbar|\btop-?bar/],
  ['footer', /footer|\bfoot\b|colophon|copyright/],
  ['aside', /aside|sidebar|side-?bar|\brail|\bleft-?col|\bright-?col|complementary|secondary/],
  ['comment', /comment|disqus|respond|discussion/],
  [
    'related',
    /related|recommend|similar|also|suggest|more-?(from|stories|posts|articles)|trending|popular|latest|read-?next|upsell|cross-?sell/,
  ],
  ['share', /share|social|follow|facebook|twitter|sharing/],
  ['promotion', /\bads?\b|advert|promo|sponsor|banner|\bcta|call-?to-?action|marketing/],
  [
    'dialog',
    /cookie|consent|gdpr|modal|popup|pop-up|dialog|overlay|drawer|offcanvas|off-canvas|tooltip|toast/,
  ],
  ['menu', /menu|dropdown|mega/],
  ['breadcrumb', /breadcrumb|crumb/],
  ['byline', /byline|author|posted|publish|dateline|\bdate|timestamp|meta\b|entry-meta|post-meta/],
  ['tags', /\btags?\b|categor|taxonomy|topics?\b|labels?\b/],
  [
    'content',
    /content|\bbody\b|\btext\b|prose|rich-?text|richtext|markdown|\bmd\b|wysiwyg|\brte\b/,
  ],
  ['article', /article|\bpost\b|post-|\bentry|story|blog|hentry|single/],
  ['main', /\bmain|primary|\bpage-?content|contentinfo|\bcontainer/],
  ['product', /product|\bpdp|\bsku|offer|variant|\bitem-?detail/],
  ['price', /price|currency|amount|discount|sale|stock|availab/],
  ['review', /review|rating|testimonial|stars?\b|feedback/],
  ['cart', /cart|basket|checkout|wishlist|minicart|\bbag\b/],
  ['search', /search|filter|facet|refine|\bsort|toolbar/],
  ['list', /\blist|grid|results?\b|items?\b|collection|catalog|feed|archive|listing/],
  ['card', /card|tile|teaser|summary|excerpt|\bitem|preview/],
  ['pages', /pagina|\bpager|\bpage-?numbers|load-?more|\bnext|\bprev/],
  ['account', /login|log-in|signin|sign-in|signup|register|account|password|\buser\b/],
  ['newsletter', /newsletter|subscribe|subscription|mailing|email|opt-?in|\bform\b|contact-?form/],
  ['widget', /widget|module|plugin|gadget/],
  ['contents', /\btoc\b|table-?of-?contents|contents?-?list|on-this-page|scrollspy|outline/],
  [
    'thread',
    /thread|forum|topic|message|\breply|replies|answer|question|conversation|postbody|post-body|cooked/,
  ],
  ['profile', /avatar|profile|signature|member|userinfo|user-info|karma|poster|username/],
  ['gallery', /gallery|slider|carousel|swiper|slick|lightbox|hero|splide|media/],
  [
    'features',
    /feature|benefit|service|section|block\b|column|row\b|elementor|faq|accordion|tab\b|tabs|panel/,
  ],
  ['description', /descri|detail|specification|spec\b|specs|overview|about|info\b|summary/],
  ['legal', /legal|terms|privacy|disclaimer|policy/],
  ['code', /\bcode|highlight|snippet|source|example/],
  ['hidden', /hidden|screen-?reader|sr-only|visually|skip|print|noprint|no-print/],
  ['button', /btn|button|action|controls?\b|toggle/],
  ['votes', /vote|score|likes?\b|points|badge|count|stats?\b|views?\b/],
];

const roles: Readonly<Record<string, string>> = {
  NAV: 'nav',
  HEADER: 'header',
  FOOTER: 'footer',
  ASIDE: 'aside',
  MAIN: 'main',
  ARTICLE: 'article',
  FORM: 'form',
};

/**
 * The groups that an element's own names belong to, as their indexes.
 * @param known - those of names that were read before
 */
export function groupsOf(
  element: Element,
  known: Map<string, readonly number[]>,
): readonly number[] {
  const written = ['id', 'class', 'role', 'itemprop', 'itemtype', 'rel']
    .map((name) => element.getAttribute(name) ?? '')
    .join(' ')
    .slice(0, 400);
  const own = `${written} ${roles[element.nodeName] ?? ''}`;
  const found = known.get(own) ?? groupsNamed(own);
  known.set(own, found);
  return found;
}

function groupsNamed(own: string): number[] {
  const names = own
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replace(/_+/g, '-')
    .toLowerCase();
  return nameGroups.flatMap(([, pattern], index) => (pattern.test(names) ? [index] : []));
}
