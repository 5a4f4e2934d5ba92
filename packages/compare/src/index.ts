export { compare, compareImages } from './compare.ts';
export { elementsOfBoth } from './elements-of-both.ts';
export { figuresOf, textFiguresOf } from './figures.ts';
export type {
  Area,
  ComparedFile,
  ComparedPage,
  CompareOptions,
  Comparison,
  FieldChange,
  Hunk,
  ImageComparison,
  PageElement,
  PageElements,
  PdfComparison,
  Region,
  TextComparison,
} from './comparison.ts';
