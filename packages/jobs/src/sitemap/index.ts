export { createSitemapParser } from './create-sitemap-parser.ts';
export { maxSitemapBytes } from './parse-sitemap.ts';
export { sitemapAddresses } from './sitemap-addresses.ts';
export { readSitemap, wrong, type LoadSitemap, type Sitemap } from './read-sitemap.ts';
