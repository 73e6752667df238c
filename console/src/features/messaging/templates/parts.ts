import { lazyPart } from '../../../lib/lazy-part.ts'

/** The two views of the page. The route loads the one that the address names beside the page itself. */
export const listPart = lazyPart(() => import('./template-list.tsx'))
export const formPart = lazyPart(() => import('./form/form-page.tsx'))
