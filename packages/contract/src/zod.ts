/**
 * What other packages of Tintype use of zod: published, all of them share the copy that this one
 * has in it (`scripts/bundle-package.js`).
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
