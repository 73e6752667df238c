import { expect, test } from 'vitest'
import { recentPaths } from './recent.ts'

const origin = 'https://console.example'
const at = (path: string) => `${origin}${path}`

test('the pages visited last come first, each once, without the current one', () => {
  const urls = [at('/'), at('/topup?tab=auto'), at('/transactions'), at('/topup'), at('/invoices')]
  expect(recentPaths(urls, origin, '/invoices')).toEqual(['/topup', '/transactions', '/'])
})

test('pages of other sites and hidden ones are left out', () => {
  expect(recentPaths([null, 'https://pay.example/x', 'about:blank', at('/prices')], origin, '/')).toEqual(['/prices'])
})
