import type { Account } from '@hongyan/contract/endpoints/account/account'
import type { Page } from 'playwright-core'

/** The balance of the signed-in account as the console shows it: grouped, with its further decimals cut. */
export async function shownBalance(page: Page, decimals: 2 | 4): Promise<string> {
  const response = await page.request.get('/api/account')
  const { balance_amount: balance } = (await response.json()) as Account
  const [whole = '', rest = ''] = balance.split('.')
  return `${Number(whole).toLocaleString('en-GB')}.${rest.slice(0, decimals)}`
}
