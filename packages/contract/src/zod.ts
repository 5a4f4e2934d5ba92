/**
 * Parts of zod that other packages use. Published packages share the copy that is bundled in this one
 * (`scripts/bundle-package.js`).
 */
export {
  array,
  boolean,
  enum,
  int,
  maximum,
  maxLength,
  minimum,
  minLength,
  optional,
  pipe,
  refine,
  regex,
  strictObject,
  string,
  transform,
  trim,
  union,
} from 'zod/mini';
