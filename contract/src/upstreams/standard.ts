import type { Texts } from '../texts.ts'

/** The name of the product's own channel. */
export const standardName: Texts = { en: 'Hongyan Direct', zh: '鸿雁直连' }
