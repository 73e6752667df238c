import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { asDownload } from './download.ts'

const download = (answer: unknown, type = 'text/csv') => {
  const app = Fastify()
  app.get('/', async (_, reply) => asDownload(reply, type, answer))
  return app.inject('/')
}

test('a text file is sent unchanged under its name', async () => {
  const { headers, body } = await download({ name: 'hongyan-prices-usd-v3.csv', content: 'a,"b"\n鸿雁\n' })
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="hongyan-prices-usd-v3.csv"',
  })
  expect(body).toBe('a,"b"\n鸿雁\n')
})

test('a binary file is sent byte by byte', async () => {
  const bytes = Buffer.from([0x25, 0x50, 0x00, 0xff])
  const { headers, rawPayload } = await download(
    { name: 'receipt-cn-00000001.pdf', content: bytes.toString('base64') },
    'application/pdf',
  )
  expect(headers['content-type']).toBe('application/pdf')
  expect(rawPayload).toEqual(bytes)
})

test.each(['a"; filename="b.html', 'a\r\nset-cookie: b', '../prices.csv', '', '.csv', 'a'.repeat(101), '价目表.csv'])(
  'the file name %j is never sent to a browser',
  async (name) => {
    const { statusCode, headers } = await download({ name, content: '' })
    expect(statusCode).toBe(500)
    expect(headers['content-disposition']).toBeUndefined()
  },
)
