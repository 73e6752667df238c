import { account } from '@hongyan/contract/endpoints/account/account'
import { signup } from '@hongyan/contract/endpoints/account/signup'
import { signatures } from '@hongyan/contract/endpoints/messaging/signatures'
import { templates } from '@hongyan/contract/endpoints/messaging/templates'
import { AccountId } from '@hongyan/contract/ids'
import { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inboxOf, newVisitor, tokenFor } from './inbox.ts'
import { eventually, newSender } from './sender.ts'
import { mainlandForm, newTemplateForm } from './senders.ts'
import { approveSubmission, newPerson, submitted } from './submissions.ts'
import { cookieOf, newWorld, type SignedIn, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld({ TRUST: 'strict', TRUST_PROXY: '1' })
})
afterAll(() => world.close())

const phone = '+8613800138123'

/** Signs up with a mainland phone, as a stranger does. */
async function newOwner(): Promise<SignedIn> {
  const visitor = newVisitor(world)
  const token = await tokenFor(world, visitor, 'verif_signup', phone)
  const body = { partition: 'cn', phone, token, password: 'wild goose' } as const
  const cookie = cookieOf(await visitor.ask(signup.create, { body }))
  const signedIn = world.visitor({ cookie })
  const { id } = await signedIn.call(account.get)
  return { ...signedIn, id: AccountId.parse(id), email: '', password: 'wild goose', cookie }
}

test('a new mainland account sends its first message to its own phone from the gift, before any reviewer of texts is at work', async () => {
  const owner = await newOwner()
  const early = await owner.ask(signatures.create, { body: await mainlandForm(owner) })
  expect([early.status, early.body]).toMatchObject([403, { error: { code: 'verification_required' } }])
  await approveSubmission(world, (await submitted(owner, newPerson())).id)
  const { name, status, filings } = await owner.call(signatures.create, {
    body: await mainlandForm(owner, { scenes: [1, 2] }),
  })
  expect([status, ...filings.map(({ state }) => state)]).toEqual([
    ReviewStatus.PreApproved,
    'filed',
    'filed',
    'filed',
    'filed',
  ])
  await owner.call(templates.create, {
    body: newTemplateForm({
      code: 'denglu',
      scene: 1,
      language: 'zh-CN',
      content: '您的登录验证码是{code}，请勿告知他人。',
      variables: [{ name: 'code', type: 'code', max_length: 6, sample: '482913' }],
    }),
  })
  const { send } = await newSender(world, owner)
  const message = { templateId: 'denglu', templateData: { code: '778812' }, signature: name }
  const sent = await send({ to: phone, ...message })
  expect([sent.status, sent.body.data?.currency]).toEqual([200, 'CNY'])
  // The clock stands still, so the code of the sign-up and this message have one moment and no order.
  await eventually(
    () => inboxOf(world, phone),
    (messages) => messages.some(({ text }) => text === `【${name}】您的登录验证码是778812，请勿告知他人。`),
  )
  const other = await send({ to: '+8613800138124', ...message })
  expect(other.body.details?.error).toBe('pre_approved_numbers')
})
