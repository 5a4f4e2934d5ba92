export { compare, compareImages } from './compare.ts';
export { figuresOf, type ComparisonFigures } from './figures.ts';
export type {
  Area,
  ComparedFile,
  CompareOptions,
  Comparison,
  Hunk,
  ImageComparison,
  Region,
  TextComparison,
} from './comparison.ts';
