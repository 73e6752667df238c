import type { RuleTexts } from '../rules.ts'

/** The name of the product's own channel. */
export const standardName: RuleTexts = { en: 'Hongyan Direct', zh: '鸿雁直连' }
