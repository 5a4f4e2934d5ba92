import { createPageCode } from '../../page/create-page-code.ts';
import { pageCode as shared } from '../page-code.ts';
import * as findStepElements from './in-page/find-step-elements.ts';
import * as ignorePastes from './in-page/ignore-pastes.ts';
import * as stepElement from './in-page/step-element.ts';

export const pageCode = createPageCode(shared, findStepElements, ignorePastes, stepElement);
