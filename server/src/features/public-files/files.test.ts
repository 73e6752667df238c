import { verification } from '@hongyan/contract/endpoints/account/verification'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { textOf } from '../../../test/pdf-text.ts'
import { newWorld, type World } from '../../../test/world.ts'
import { publicFileUrl } from './files.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const open = (name: string): Promise<Response> => fetch(`${world.address}/public-files/${name}`)

test.each([
  [
    'authorisation-letter.en',
    ['Letter of authorisation', 'Unified social credit code', 'ID card number', 'Company seal', 'Date'],
  ],
  ['authorisation-letter.zh-CN', ['授权书', '统一社会信用代码', '身份证号码', '单位公章', '日期']],
  ['sender-id-letter.en', ['Owner of the name', 'Name to use', 'Regions', 'Valid until', 'Account ID', 'Signature']],
  ['sender-id-letter.zh-CN', ['签名所有者', '签名名称', '使用地区', '有效期至', '账户 ID', '签署']],
])('the letter %s is a PDF of one page with a line for each entry', async (name, entries) => {
  const response = await open(`${name}.pdf`)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'public, max-age=3600',
    'content-disposition': `inline; filename="${name}.pdf"`,
  })
  const content = Buffer.from(await response.arrayBuffer())
  const lines = textOf(content).join('\n')
  for (const entry of entries) expect(lines).toContain(entry)
  expect(content.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
})

test.each(['missing.pdf', '..%2f..%2fetc%2fpasswd', 'authorisation-letter.en.pdf%00', 'toString'])(
  'there is no public file %s',
  async (name) => expect((await open(name)).status).toBe(404),
)

test('public files are read while there is no session and no database', async () => {
  const names = await Promise.all(Array.from({ length: 20 }, () => open('authorisation-letter.en.pdf')))
  expect(new Set(names.map(({ status }) => status))).toEqual(new Set([200]))
  expect(names[0]?.headers.get('set-cookie')).toBe(null)
})

test('a public file has the address of the network in front of it where one is set, else our own', async () => {
  const addressOf = (path: string): string => `https://console.example.com${path}`
  expect(publicFileUrl({ cdnUrl: null, addressOf }, 'a.pdf')).toBe('https://console.example.com/public-files/a.pdf')
  expect(publicFileUrl({ cdnUrl: 'https://cdn.example.com', addressOf }, 'a.pdf')).toBe(
    'https://cdn.example.com/public-files/a.pdf',
  )
})

test('the verification names both letters in the language of its reader', async () => {
  const owner = await world.account({ partition: 'cn' })
  const { body } = await owner.ask(verification.get, { headers: { 'accept-language': 'zh-CN' } })
  const { letter_form, sender_id_form } = verification.get.reply.parse(body)
  expect(letter_form).toBe(`${world.address}/public-files/authorisation-letter.zh-CN.pdf`)
  expect(sender_id_form).toBe(`${world.address}/public-files/sender-id-letter.zh-CN.pdf`)
})
