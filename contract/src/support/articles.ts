import { accountArticles, appealArticles } from './account-articles.ts'
import { apiArticles } from './api-articles.ts'
import type { Article } from './article.ts'
import { billingArticles } from './billing-articles.ts'
import { deliveryArticles } from './delivery-articles.ts'
import { reviewArticles } from './review-articles.ts'

/**
 * The articles of the help centre. The server searches them; the console gets those it asks for and never loads them
 * all, because their texts in both languages are larger than any of its pages.
 */
export const articles: readonly Article[] = [
  ...deliveryArticles,
  ...billingArticles,
  ...reviewArticles,
  ...accountArticles,
  ...apiArticles,
  ...appealArticles,
]
