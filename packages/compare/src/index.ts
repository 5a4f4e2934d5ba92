export { compare, compareImages } from './compare.ts';
export { figuresOf } from './figures.ts';
export type {
  Area,
  ComparedFile,
  CompareOptions,
  Comparison,
  FieldChange,
  Hunk,
  ImageComparison,
  PageElement,
  PageElements,
  Region,
  TextComparison,
} from './comparison.ts';
