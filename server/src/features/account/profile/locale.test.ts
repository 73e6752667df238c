import { billing } from '@hongyan/contract/endpoints/finance/invoices'
import { account } from '@hongyan/contract/endpoints/account/account'
import { profile } from '@hongyan/contract/endpoints/account/profile'
import { signup } from '@hongyan/contract/endpoints/account/signup'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliveriesOf } from '../../../../test/deliveries.ts'
import { newestOf, newVisitor, tokenFor } from '../../../../test/inbox.ts'
import { eventually } from '../../../../test/sender.ts'
import { cookieOf, newWorld, type World } from '../../../../test/world.ts'
import { codes } from '@hongyan/contract/endpoints/account/codes'

let world: World
beforeAll(async () => {
  world = await newWorld({ TRUST_PROXY: '1' })
})
afterAll(() => world.close())

test('an account keeps the language in which its owner signed up', async () => {
  const email = 'hong@example.com'
  const visitor = newVisitor(world, { cookie: 'hy_locale=zh-CN' })
  const token = await tokenFor(world, visitor, 'verif_signup', email)
  const body = { partition: 'us', email, token, password: 'wild goose' } as const
  const made = await visitor.ask(signup.create, { body })
  const owner = world.visitor({ cookie: cookieOf(made) })
  expect((await owner.call(account.get)).locale).toBe('zh-CN')
})

test('an account that was opened without a language has that of its partition', async () => {
  const [us, cn] = [await world.account(), await world.account({ partition: 'cn' })]
  expect((await us.call(account.get)).locale).toBe('en')
  expect((await cn.call(account.get)).locale).toBe('zh-CN')
})

test('notices, codes and invoices follow the language that the owner chose, whatever the partition', async () => {
  const owner = await world.account()
  expect((await owner.call(profile.setLocale, { body: { locale: 'zh-CN' } })).locale).toBe('zh-CN')
  const changed = { curpassword: owner.password, password: 'snow goose' }
  await owner.call(profile.changePassword, { body: changed })
  const sent = await eventually(
    async () => (await deliveriesOf(world)).filter(({ to }) => to === owner.email),
    (found) => found.length > 0,
  )
  expect(sent.at(-1)?.text).toContain('密码')
  await newVisitor(world).call(codes.send, { body: { scene: 'verif_signin', email: owner.email } })
  expect((await newestOf(world, owner.email)).text).toContain('验证码')
  expect((await owner.call(billing.get)).language).toBe('zh-CN')
})

test('a code to the address of another account is written in the language of that account', async () => {
  const [owner, other] = [await world.account({ phone: '+12065550142' }), await world.account()]
  await owner.call(profile.setLocale, { body: { locale: 'zh-CN' } })
  await other.call(codes.send, { body: { scene: 'verif_change_email', email: owner.email } })
  expect((await newestOf(world, owner.email)).text).toContain('该邮箱已有鸿雁账户')
  await other.call(codes.send, { body: { scene: 'verif_verify_phone', phone: '+12065550142' } })
  expect((await newestOf(world, '+12065550142')).text).toContain('用于鸿雁账户身份验证')
})

test('a code to an address without an account is written in the language of its requester', async () => {
  const owner = await world.account()
  await owner.call(profile.setLocale, { body: { locale: 'zh-CN' } })
  await owner.call(codes.send, { body: { scene: 'verif_change_email', email: 'new-address@example.com' } })
  expect((await newestOf(world, 'new-address@example.com')).text).toContain('用于更换鸿雁账户邮箱')
})

test('a language that the console does not have is refused by name', async () => {
  const owner = await world.account()
  expect(await owner.ask(profile.setLocale, { body: { locale: 'fr' } })).toMatchObject({
    status: 400,
    body: { error: { code: 'invalid_request', field: 'locale' } },
  })
})
