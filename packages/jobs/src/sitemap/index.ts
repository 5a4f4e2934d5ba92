export { sitemapAddresses } from './sitemap-addresses.ts';
export {
  largestSitemap,
  readSitemap,
  wrong,
  type LoadSitemap,
  type Sitemap,
} from './read-sitemap.ts';
