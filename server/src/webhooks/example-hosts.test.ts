import { expect, test } from 'vitest'
import { withExampleHosts } from './example-hosts.ts'
import type { WebhookSender } from './sender.ts'

const network: WebhookSender = {
  post: () => Promise.reject(new Error('the network was used')),
  check: () => Promise.reject(new Error('the network was used')),
  close: () => Promise.resolve(),
}
const sender = withExampleHosts(network)
const post = (url: string) => sender.post({ url, headers: [], body: '{}' })

test('a host below .example is answered without a network, with the status that its path ends with', async () => {
  expect(await sender.check('https://hooks.shop.example/receipts')).toBeNull()
  expect(await post('https://hooks.shop.example/receipts')).toMatchObject({ code: 204, failure: null })
  expect(await post('https://shop.example/503')).toMatchObject({ code: 503, failure: 'status' })
  expect(await post('http://shop.example/down/302')).toMatchObject({ code: 302, failure: 'redirect' })
})

test.each(['https://shop.example.com/', 'https://example.org/', 'http://127.0.0.1/example', 'https://myexample/'])(
  'the host of %s is really called',
  async (url) => {
    await expect(post(url)).rejects.toThrow('the network was used')
    await expect(sender.check(url)).rejects.toThrow('the network was used')
  },
)
