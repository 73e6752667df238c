import { account } from '@hongyan/contract/endpoints/account/account'
import { notices } from '@hongyan/contract/endpoints/account/notices'
import { verification } from '@hongyan/contract/endpoints/account/verification'
import { refunds } from '@hongyan/contract/endpoints/finance/refunds'
import { topUp } from '@hongyan/contract/endpoints/finance/top-up'
import { checkValues, spellValues } from '@hongyan/contract/verification/check'
import { AccountStatus, TrustLevel } from '@hongyan/contract/vocabulary/account'
import { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import { alone } from '../../../db/tx.ts'
import { newLogger } from '../../../kit/logger.ts'
import { reviewChecks } from './checks.ts'
import { sealedVerificationColumns } from './sealed.ts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { deliveriesOf } from '../../../../test/deliveries.ts'
import { newUpload } from '../../../../test/forms.ts'
import { tokenFor } from '../../../../test/inbox.ts'
import {
  approveSubmission,
  newBusiness,
  newIdNumber,
  newPerson,
  rejectSubmission,
  review,
  submitted,
} from '../../../../test/submissions.ts'
import { eventually, newSender } from '../../../../test/sender.ts'
import { type Answer, newWorld, type SignedIn, type World } from '../../../../test/world.ts'

let world: World
const log: string[] = []
beforeAll(async () => {
  world = await newWorld({}, newLogger('debug', { write: (line) => void log.push(line) }))
})
afterAll(() => world.close())

const newOwner = (choice: Parameters<World['account']>[0] = {}) => world.account({ level: 0, balance: '0', ...choice })
const newMainlander = () => newOwner({ partition: 'cn' })
const submit = (owner: SignedIn, body: object): Promise<Answer> => owner.ask(verification.submit, { body })
const read = (owner: SignedIn) => owner.call(verification.get)
const refusal = (status: number, code: string, field?: string) => ({
  status,
  body: { error: { code, ...(field && { field }) } },
})
const { Pending, AutoRejected, ManualRejected, PreApproved, Approved } = ReviewStatus

let phones = 0
const newEnterprise = async (owner: SignedIn, uscc = '91999999EJGC9P6N5T') => ({
  type: 'enterprise' as const,
  name: '云帆速递有限公司',
  uscc,
  licence: (await newUpload(owner)).id,
  legal_representative: '陈嘉禾',
  id_number: newIdNumber(),
  operator_name: '陈嘉禾',
  operator_phone: `+86138001380${String((phones += 1)).padStart(2, '0')}`,
  id_front: (await newUpload(owner)).id,
  id_back: (await newUpload(owner)).id,
  id_expires_on: '2030-01-31',
  industry: 'ECOMMERCE',
  address: '杭州市文三路 90 号',
})

describe('a submission', () => {
  test('a new account has no submission, and sees the types of its partition and what each level unlocks', async () => {
    const owner = await newOwner()
    expect(await read(owner)).toMatchObject({
      types: ['business', 'sole_trader'],
      current: null,
      valid: null,
      draft: null,
      submissions_left: 5,
      today: '2026-11-20',
      level: TrustLevel.New,
      levels: [{ per_day: 20 }, { per_day: 1000 }, { per_day: null }, { per_day: null }],
    })
    expect((await read(await newMainlander())).types).toEqual(['enterprise', 'individual'])
  })

  test('no level promises free text to a mainland account, unless it is exempt from templates', async () => {
    const rightsOf = async (owner: SignedIn) => (await read(owner)).levels.map(({ rights }) => rights)
    expect((await rightsOf(await newOwner())).flat()).toEqual(expect.arrayContaining(['home_country_text', 'any_text']))
    const mainlander = await newMainlander()
    expect(await rightsOf(mainlander)).toEqual([
      ['own_numbers'],
      ['templates'],
      ['own_senders', 'enabled_countries', 'marketing'],
      ['marketing_at_once'],
    ])
    await world.pool.query(`update account set sms_wildcard = '["template"]' where id = $1`, [mainlander.id])
    expect((await rightsOf(mainlander)).flat()).toContain('any_text')
  })

  test('an approval by a reviewer verifies the account for a year and raises its level', async () => {
    const owner = await newMainlander()
    const { id, status, version } = await submitted(owner, newPerson())
    expect([status, version]).toEqual([PreApproved, 1])
    expect(await owner.call(account.get)).toMatchObject({ realname_auth: false })
    await approveSubmission(world, id)
    expect(await owner.call(account.get)).toMatchObject({ realname_auth: true, realname_info: { name: '陈嘉禾' } })
    expect(await read(owner)).toMatchObject({
      level: TrustLevel.Verified,
      current: { id, status: Approved, version: 2, valid_until: '2027-11-20T09:00:00.000Z', scenes: [1, 2] },
      valid: { id },
    })
  })

  test('a refund needs an approval, and is open after it', async () => {
    const owner = await newOwner()
    const { id, payload } = await owner.call(topUp.create, {
      body: { amount: '20', channel: 'stripe', currency: 'USD' },
    })
    await world.payments.sandbox?.pay(new URL(payload).pathname.split('/').at(-1) ?? '')
    await owner.call(topUp.check, { query: {}, body: { id: [id], channel: 'stripe' } })
    const refund = () =>
      owner.ask(refunds.create, { params: { id }, body: { amount: '5', reason: 'No longer needed' } })
    expect(await refund()).toMatchObject(refusal(403, 'not_verified'))
    await approveSubmission(world, (await submitted(owner, await newBusiness(owner))).id)
    expect((await refund()).status).toBe(200)
  })

  test('an international submission waits for a person, because its numbers have no check digits', async () => {
    const owner = await newOwner()
    const { status, values, documents, scenes } = await submitted(owner, await newBusiness(owner))
    expect(status).toBe(Pending)
    expect(values).toMatchObject({
      name: 'L**** P***** P*** L***',
      registration_number: expect.stringMatching(/^\*{9}\dK$/),
      id_number: '*******1X',
      website: 'https://lumen-parcel.example',
      monthly_volume: '20000',
      countries: ['SG', 'US'],
    })
    expect(documents.map(({ field }) => field)).toEqual(['id_document'])
    expect(scenes).toEqual([1, 2, 3])
  })

  test('a rejected submission shows its reasons with remedies, is repaired field by field, and is approved', async () => {
    const owner = await newMainlander()
    const { id } = await submitted(owner, newPerson())
    const typed = '--field id_number --reason number_mismatch --field name --reason name_mismatch --by Li'
    await review(world, 'reject', id, ...typed.split(' '))
    const { current } = await read(owner)
    expect(current).toMatchObject({
      status: ManualRejected,
      version: 2,
      reasons: [
        {
          field: 'id_number',
          code: 'number_mismatch',
          what: 'The number differs from the document.',
          remedy: 'Enter the number exactly as on the document.',
        },
        { field: 'name', code: 'name_mismatch' },
      ],
    })
    const params = { id }
    const body = { version: 2, id_number: newIdNumber() }
    const repaired = await owner.call(verification.resubmit, { params, body })
    expect(repaired.current).toMatchObject({
      id,
      status: PreApproved,
      version: 3,
      reasons: [],
      values: { name: '陈**' },
    })
    await approveSubmission(world, id)
    expect((await read(owner)).current?.status).toBe(Approved)
  })

  test('a stale resubmission is refused with the current record, and so is one that is not rejected', async () => {
    const owner = await newMainlander()
    const { id } = await submitted(owner, newPerson())
    const resubmit = (version: number) =>
      owner.ask(verification.resubmit, { params: { id }, body: { version, name: '陈禾' } })
    expect(await resubmit(1)).toMatchObject(refusal(409, 'under_review'))
    await rejectSubmission(world, id)
    expect(await resubmit(1)).toMatchObject({
      status: 409,
      body: { error: { code: 'state_conflict', details: { current: { id, version: 2, status: ManualRejected } } } },
    })
    expect((await resubmit(2)).status).toBe(200)
    await approveSubmission(world, id)
    expect(await resubmit(4)).toMatchObject(refusal(409, 'state_conflict'))
  })

  test('a second submission is refused while one waits, also when both arrive at once', async () => {
    const owner = await newMainlander()
    const answers = await Promise.all([submit(owner, newPerson()), submit(owner, newPerson())])
    expect(answers.map(({ status }) => String(status)).toSorted((one, other) => one.localeCompare(other))).toEqual([
      '200',
      '409',
    ])
    expect(await submit(owner, newPerson())).toMatchObject(refusal(409, 'under_review'))
  })

  test('a withdrawn submission is deleted with its data, and a decided one cannot be withdrawn', async () => {
    const owner = await newMainlander()
    const { id } = await submitted(owner, newPerson())
    const withdraw = () => owner.ask(verification.withdraw, { params: { id } })
    expect(await withdraw()).toMatchObject({ status: 200, body: { current: null, submissions_left: 4 } })
    const { rows } = await world.pool.query('select from verification where account_id = $1', [owner.id])
    expect(rows).toEqual([])
    expect(await withdraw()).toMatchObject(refusal(404, 'not_found'))
    const approved = await submitted(owner, newPerson())
    await approveSubmission(world, approved.id)
    expect(await owner.ask(verification.withdraw, { params: { id: approved.id } })).toMatchObject(
      refusal(409, 'state_conflict'),
    )
  })

  test('the sixth submission of a day is refused until the account’s next day begins', async () => {
    const owner = await newMainlander()
    for (let count = 1; count <= 5; count += 1) {
      const { id } = await submitted(owner, newPerson())
      await owner.call(verification.withdraw, { params: { id } })
    }
    const sixth = await submit(owner, newPerson())
    expect(sixth).toMatchObject(refusal(429, 'limit_exceeded'))
    // 17:00 in Shanghai: seven hours are left of the day.
    expect(sixth.headers['retry-after']).toBe(String(7 * 3600))
    expect((await read(owner)).submissions_left).toBe(0)
  })

  test('an account of another partition’s type is refused, and a suspended account may verify', async () => {
    expect(await submit(await newOwner(), newPerson())).toMatchObject(refusal(400, 'invalid_request', 'type'))
    const suspended = await newOwner({ partition: 'cn', status: AccountStatus.Suspended })
    expect((await submit(suspended, newPerson())).status).toBe(200)
  })

  test('a submission with an Idempotency-Key is made once', async () => {
    const owner = await newMainlander()
    const parts = { body: newPerson(), headers: { 'idempotency-key': 'verify-1' } }
    const [first, again] = [await owner.ask(verification.submit, parts), await owner.ask(verification.submit, parts)]
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body).toEqual(first.body)
    expect((await read(owner)).submissions_left).toBe(4)
  })

  test('a new submission of another type leaves the approval in force until it is approved itself', async () => {
    const owner = await newMainlander()
    const first = await submitted(owner, newPerson())
    await approveSubmission(world, first.id)
    await owner.call(verification.submit, {
      body: await withPhone(owner, await newEnterprise(owner, '929999994D3XYD4U48')),
    })
    const between = await read(owner)
    expect([between.current?.status, between.valid?.id]).toEqual([PreApproved, first.id])
    const second = between.current?.id ?? ''
    await rejectSubmission(world, second)
    expect(await owner.call(account.get)).toMatchObject({ realname_auth: true })
    await owner.call(verification.resubmit, { params: { id: second }, body: { version: 2 } })
    await approveSubmission(world, second)
    expect(await read(owner)).toMatchObject({ current: { id: second, type: 'enterprise' }, valid: { id: second } })
    expect(await owner.call(account.get)).toMatchObject({ realname_info: { name: '云帆速递有限公司' } })
  })
})

/** The form with a token of its operator's phone. */
async function withPhone(owner: SignedIn, form: Awaited<ReturnType<typeof newEnterprise>>) {
  const phone_token = await tokenFor(world, owner, 'verif_verify_phone', form.operator_phone)
  return { ...form, phone_token } as const
}

test('an account that is approved as an individual sends no marketing, and as an enterprise it does', async () => {
  const owner = await world.account({ partition: 'cn', sms_wildcard: 'true', phone: '+8613800138057' })
  const { send } = await newSender(world, owner)
  const marketing = { to: ['+8613900138000'], text: '周末全场八折，回复 T 退订', scene: 3 }
  expect((await send(marketing)).status).toBe(200)
  await approveSubmission(world, (await submitted(owner, newPerson())).id)
  const refused = await eventually(
    () => send(marketing),
    ({ status }) => status === 403,
  )
  expect(refused.body.details).toMatchObject({ error: 'scene_restricted', field: 'scene' })
  expect((await send({ ...marketing, scene: 2 })).status).toBe(200)
  const form = { ...(await newEnterprise(owner, '51999999ACNBB0QH3U')), operator_phone: '+8613800138057' }
  const { current } = await owner.call(verification.submit, { body: form })
  await approveSubmission(world, current?.id ?? '')
  await eventually(
    () => send(marketing),
    ({ status }) => status === 200,
  )
})

describe('the fields of a submission', () => {
  test.each<[string, object]>([
    ['name', { name: '云' }],
    ['uscc', { uscc: '91999999EJGC9P6N5U' }],
    ['licence', { licence: 'mine.png' }],
    ['legal_representative', { legal_representative: '' }],
    ['id_number', { id_number: '999999199002300015' }],
    ['id_number', { id_number: '999999202611191058' }],
    ['operator_name', { operator_name: '?' }],
    ['authorisation', { operator_name: '李明' }],
    ['operator_phone', { operator_phone: '12-34' }],
    ['id_expires_on', { id_expires_on: '2026-11-19' }],
    ['industry', { industry: 'MINING' }],
    ['address', { address: '' }],
  ])('the server refuses a wrong %s of %o with the reasons of the form', async (field, change) => {
    const owner = await newMainlander()
    const form = { ...(await newEnterprise(owner)), ...change }
    const { type: _, ...values } = form
    const ofForm = checkValues('enterprise', spellValues('enterprise', values), {
      today: '2026-11-20',
      isCountry: () => true,
    })
    const { status, body } = await submit(owner, form)
    const { error } = body as { error: { field: string; details: { reasons: { field: string; code: string }[] } } }
    const reasons = error.details.reasons.map(({ field: name, code }) => ({ field: name, code }))
    expect([status, error.field]).toEqual([400, field])
    expect(reasons.filter(({ code }) => code !== 'phone_unproved')).toEqual(ofForm)
    expect((await read(owner)).submissions_left).toBe(5)
  })

  test('a refused field has its reason’s code, sentence and remedy in the caller’s language', async () => {
    const owner = await newMainlander()
    const body = { ...newPerson(), id_number: '999999199001010010' }
    const ask = (language: string) => owner.ask(verification.submit, { body, headers: { 'accept-language': language } })
    expect(await ask('en')).toMatchObject({
      status: 400,
      body: {
        error: {
          code: 'code_checksum',
          field: 'id_number',
          message: 'The check digit doesn’t match. Compare it with the document, character by character.',
          details: { reasons: [{ field: 'id_number', code: 'code_checksum', what: 'The check digit doesn’t match.' }] },
        },
      },
    })
    expect(await ask('zh-CN')).toMatchObject({
      body: {
        error: {
          message: '校验位不正确。请对照证件逐位核对。',
          details: { reasons: [{ remedy: '请对照证件逐位核对。' }] },
        },
      },
    })
  })

  test('the operator’s phone is proved by a code to it, once for all later submissions', async () => {
    const owner = await newMainlander()
    const form = await newEnterprise(owner, '93999999496WEBUA1A')
    expect(await submit(owner, form)).toMatchObject(refusal(400, 'invalid_request', 'operator_phone'))
    expect(await submit(owner, { ...form, phone_token: 'none' })).toMatchObject(
      refusal(400, 'invalid_token', 'phone_token'),
    )
    const proved = await withPhone(owner, form)
    const other = { ...proved, operator_phone: '+8613800138099' }
    expect(await submit(owner, other)).toMatchObject(refusal(400, 'invalid_token', 'phone_token'))
    const { current } = await owner.call(verification.submit, {
      body: { ...proved, operator_phone: form.operator_phone.slice('+86'.length) },
    })
    await rejectSubmission(world, current?.id ?? '')
    expect((await submit(owner, form)).status).toBe(200)
  })

  test('the operator’s phone may be the phone of another account', async () => {
    const owner = await newMainlander()
    const form = await newEnterprise(owner)
    await world.account({ partition: 'cn', phone: form.operator_phone })
    expect((await submit(owner, await withPhone(owner, form))).status).toBe(200)
  })

  test('the account’s own phone needs no code as the operator’s', async () => {
    const owner = await newOwner({ partition: 'cn', phone: '+8613800138055' })
    const form = { ...(await newEnterprise(owner, '119999995JMH929110')), operator_phone: '+8613800138055' }
    expect((await submit(owner, form)).status).toBe(200)
  })
})

describe('the automatic check', () => {
  test.each<[string, string, object]>([
    ['placeholder_name', 'representative', { representative: 'Test' }],
    ['website_not_own', 'website', { website: 'https://www.facebook.com/lumen' }],
  ])('a submission is rejected for %s in %s at once', async (code, field, change) => {
    const owner = await newOwner()
    const { current } = await owner.call(verification.submit, { body: { ...(await newBusiness(owner)), ...change } })
    expect(current).toMatchObject({
      status: AutoRejected,
      decided_at: '2026-11-20T09:00:00.000Z',
      reasons: [{ field, code }],
    })
    expect((await owner.call(notices.list)).notices).toMatchObject([{ kind: 'verification_rejected' }])
    const { rows } = await world.pool.query<{ changes: { field: string; after: string }[] }>(
      `select changes from audit_entry where account_id = $1 and action = 'verification.check' and actor = 'system'`,
      [owner.id],
    )
    expect(rows[0]?.changes).toMatchObject([
      { field: 'status', before: '0', after: '1' },
      { field: `reasons.${field}` },
    ])
    expect(rows[0]?.changes[1]?.after).toMatch(/^\w+: rule [\w-]+: /)
  })

  test('one file for two documents is rejected', async () => {
    const owner = await newOwner({ partition: 'cn', phone: '+8613800138056' })
    const form = { ...(await newEnterprise(owner, '129999993NBJXRCB3M')), operator_phone: '+8613800138056' }
    const { current } = await owner.call(verification.submit, {
      body: { ...form, id_back: form.id_front },
    })
    expect(current?.reasons).toMatchObject([{ field: 'id_back', code: 'document_reused' }])
  })

  test('a number that was approved under another name is rejected, under the same name in another spelling it is not', async () => {
    const [first, second, third] = [await newMainlander(), await newMainlander(), await newMainlander()]
    const form = newPerson()
    await approveSubmission(world, (await submitted(first, form)).id)
    expect(await submitted(second, { ...form, name: '李明' })).toMatchObject({
      status: AutoRejected,
      reasons: [{ field: 'name', code: 'name_mismatch' }],
    })
    expect(await submitted(third, { ...form, name: ' 陈 嘉禾' })).toMatchObject({ status: PreApproved })
  })
})

describe('one identity', () => {
  test('one identity serves three accounts, and is refused as already used for the fourth, also when two arrive at once', async () => {
    const form = newPerson()
    const owners = await Promise.all([newMainlander(), newMainlander(), newMainlander(), newMainlander()])
    const [one, two, ...others] = owners
    await submitted(one, form)
    await approveSubmission(world, (await submitted(two, form)).id)
    const answers = await Promise.all(others.map((owner) => submit(owner, form)))
    expect(answers.map(({ status }) => String(status)).toSorted((one, other) => one.localeCompare(other))).toEqual([
      '200',
      '409',
    ])
    expect(answers.find(({ status }) => status === 409)).toMatchObject(refusal(409, 'already_used', 'id_number'))
  })

  test('an identity is free again once its submission is rejected or withdrawn', async () => {
    const form = newPerson()
    const owners = await Promise.all([newMainlander(), newMainlander(), newMainlander(), newMainlander()])
    const [one, two, three, four] = owners
    await submitted(one, form)
    const { id } = await submitted(two, form)
    await submitted(three, form)
    await rejectSubmission(world, id)
    expect((await submit(four, form)).status).toBe(200)
  })

  test('an identity is recognised after the key of its hash was replaced', async () => {
    const form = newPerson()
    for (const owner of await Promise.all([newMainlander(), newMainlander(), newMainlander()]))
      await submitted(owner, form)
    await world.pool.query(`update verification set identity_hash = '\\x00', hash_key = 'leaked'`)
    expect(await submit(await newMainlander(), form)).toMatchObject(refusal(409, 'already_used'))
  })
})

describe('the documents of a submission', () => {
  const claimedBy = async (id: string | null | undefined) => {
    const { rows } = await world.pool.query<{ claimed_by: string | null; delete_after: Date | null }>(
      'select claimed_by, delete_after from upload where id = $1',
      [id],
    )
    return rows[0]
  }

  test('documents belong to their submission, are deleted 30 days after its decision, and are kept by a resubmission', async () => {
    const owner = await newOwner()
    const { id, documents } = await submitted(owner, await newBusiness(owner))
    expect(documents).toMatchObject([{ field: 'id_document', name: 'file.pdf' }])
    const file = documents[0]?.id
    expect(await claimedBy(file)).toEqual({ claimed_by: `verification ${id}`, delete_after: null })
    await rejectSubmission(world, id, 'id_document', 'document_blurry')
    expect((await claimedBy(file))?.delete_after).toEqual(new Date('2026-12-20T09:00:00Z'))
    await owner.call(verification.resubmit, { params: { id }, body: { version: 2, website: 'https://lumen.example' } })
    expect(await claimedBy(file)).toEqual({ claimed_by: `verification ${id}`, delete_after: null })
    const other = (await newUpload(owner)).id
    await rejectSubmission(world, id, 'id_document', 'document_blurry')
    await owner.call(verification.resubmit, { params: { id }, body: { version: 4, id_document: other } })
    expect([(await claimedBy(file))?.claimed_by, (await claimedBy(other))?.claimed_by]).toEqual([
      null,
      `verification ${id}`,
    ])
    await approveSubmission(world, id)
    expect((await claimedBy(other))?.delete_after).toEqual(new Date('2026-12-20T09:00:00Z'))
    await world.pool.query('delete from upload where id = $1', [other])
    expect((await read(owner)).current?.documents).toEqual([{ field: 'id_document', id: null, name: null }])
  })

  test('a document of another account or submission, or an unknown one, is refused by its field', async () => {
    const [owner, other] = [await newOwner(), await newOwner()]
    const theirs = await newBusiness(other)
    const refused = refusal(400, 'upload_unavailable', 'id_document')
    expect(await submit(owner, theirs)).toMatchObject(refused)
    const unknown = '0198a000-0000-7000-8000-000000000001'
    expect(await submit(owner, { ...theirs, id_document: unknown })).toMatchObject(refused)
    expect((await submit(other, theirs)).status).toBe(200)
  })

  test('documents are released by a withdrawal, and shown to a reviewer as links', async () => {
    const owner = await newOwner()
    const { id, documents } = await submitted(owner, await newBusiness(owner))
    const { line } = await review(world, 'show', id, '--by', 'Li Wei')
    const [, path = ''] = /http:\/\/localhost:\d+(\/files\/\S+) \(file\.pdf\)/.exec(line) ?? []
    expect((await world.app.inject({ url: path })).statusCode).toBe(200)
    await owner.call(verification.withdraw, { params: { id } })
    expect((await claimedBy(documents[0]?.id))?.claimed_by).toBeNull()
  })
})

describe('a reviewer', () => {
  test('a reviewer sees waiting submissions with masked names, and one with its numbers, which the audit log records', async () => {
    const owner = await newMainlander()
    const form = newPerson()
    const { id } = await submitted(owner, form)
    const { line } = await review(world, 'list')
    expect(line).toContain(`${id}  verification individual, version 1: 陈** of ${owner.email}, automatic check passed`)
    expect(line).not.toContain(form.id_number)
    expect((await review(world, 'show', id, '--by', 'Li Wei')).line).toContain(`${form.id_number}  (id_number)`)
    const { rows } = await world.pool.query(
      `select actor, operator, action, subject from audit_entry where account_id = $1 and action = 'verification.show'`,
      [owner.id],
    )
    expect(rows).toEqual([{ actor: 'staff', operator: 'Li Wei', action: 'verification.show', subject: id }])
  })

  test('the audit log records the reviewer of each decision, with its fields, reasons and remedies', async () => {
    const owner = await newMainlander()
    const { id } = await submitted(owner, newPerson())
    await rejectSubmission(world, id, 'id_number', 'number_mismatch')
    const { rows } = await world.pool.query<{ operator: string; changes: unknown }>(
      `select operator, changes from audit_entry where account_id = $1 and action = 'verification.reject'`,
      [owner.id],
    )
    expect(rows).toEqual([
      {
        operator: 'Li Wei',
        changes: [
          { field: 'status', before: '3', after: '2' },
          {
            field: 'reasons.id_number',
            before: null,
            after: 'number_mismatch: Enter the number exactly as on the document.',
          },
        ],
      },
    ])
  })

  test('a reviewer decides only what waits, in the version that was shown, for known fields and reasons, and by name', async () => {
    const owner = await newMainlander()
    const { id } = await submitted(owner, newPerson())
    const gone = `There is no submission ${id} in this version that waits for a decision.`
    await expect(review(world, 'approve', id, '--version', '2', '--by', 'Li Wei')).rejects.toThrow(gone)
    await expect(review(world, 'approve', id)).rejects.toThrow('--by is missing.')
    await expect(rejectSubmission(world, id, 'website')).rejects.toThrow('--field must be one of name, id_number')
    await expect(rejectSubmission(world, id, 'name', 'ugly')).rejects.toThrow('--reason must be one of')
    await expect(review(world, 'reject', id, '--field', 'name', '--by', 'Li')).rejects.toThrow('a --reason for each')
    await expect(review(world, 'show', owner.id, '--by', 'Li')).rejects.toThrow('There is no submission')
    await expect(review(world, 'show', 'no-id', '--by', 'Li')).rejects.toThrow('There is no submission')
    await review(world, 'approve', id, '--version', '1', '--by', 'Li Wei')
    await expect(approveSubmission(world, id)).rejects.toThrow(gone)
  })

  test('a decision that fails half way leaves neither the decision nor any of its effects', async () => {
    const owner = await newMainlander()
    const { id } = await submitted(owner, newPerson())
    await world.pool.query(
      `create function fail_notice() returns trigger language plpgsql as $$ begin raise exception 'the process dies'; end $$;
       create trigger fail_notice before insert on notice for each row execute function fail_notice()`,
    )
    onTestFinished(async () => void (await world.pool.query('drop function if exists fail_notice() cascade')))
    await expect(approveSubmission(world, id)).rejects.toThrow('the process dies')
    await world.pool.query('drop function fail_notice() cascade')
    expect(await read(owner)).toMatchObject({ level: TrustLevel.New, valid: null, current: { status: PreApproved } })
    expect(await owner.call(account.get)).toMatchObject({ realname_auth: false })
    const { rows } = await world.pool.query(`select from audit_entry where account_id = $1 and actor = 'staff'`, [
      owner.id,
    ])
    expect(rows).toEqual([])
    await approveSubmission(world, id)
    expect(await owner.call(account.get)).toMatchObject({ realname_auth: true })
  })
})

describe('a draft', () => {
  test('a draft keeps the typed values, except the number of the identity document, and ends with the submission', async () => {
    const owner = await newMainlander()
    const body = { type: 'individual' as const, name: '陈', id_number: '9999', address: 'of another type' }
    await owner.call(verification.saveDraft, { body })
    expect((await read(owner)).draft).toEqual({
      type: 'individual',
      values: { name: '陈' },
      documents: [],
      saved_at: '2026-11-20T09:00:00.000Z',
    })
    await submitted(owner, newPerson())
    expect((await read(owner)).draft).toBeNull()
  })

  test('a draft of another partition’s type, or beyond its bounds, is refused', async () => {
    const owner = await newOwner()
    const save = (body: object) => owner.ask(verification.saveDraft, { body })
    expect(await save({ type: 'individual' })).toMatchObject(refusal(400, 'invalid_request', 'type'))
    expect(await save({ type: 'business', name: 'x'.repeat(1001) })).toMatchObject(
      refusal(400, 'invalid_request', 'name'),
    )
    expect(await save({ type: 'business', nickname: 'x' })).toMatchObject(refusal(400, 'restricted_params', 'nickname'))
  })
})

describe('the owner', () => {
  test('the owner is notified of an approval, and of a rejection with its reasons, in their language', async () => {
    const owner = await newMainlander()
    const { id } = await submitted(owner, newPerson())
    await rejectSubmission(world, id, 'id_number', 'number_mismatch')
    await owner.call(verification.resubmit, { params: { id }, body: { version: 2 } })
    await approveSubmission(world, id)
    const sent = (await deliveriesOf(world)).filter(({ to }) => to === owner.email)
    const textOf = (subject: string) => sent.find((letter) => letter.subject === subject)?.text
    expect(sent).toHaveLength(2)
    expect(textOf('账户实名认证已通过')).toContain('有效期至2027年11月20日')
    expect(textOf('账户实名认证未通过')).toContain('证件号码：号码与证件不一致。请按证件原文填写号码。')
    expect((await owner.call(notices.list)).notices.map(({ kind }) => kind)).toEqual([
      'verification_approved',
      'verification_rejected',
    ])
  })
})

test('no table, log or notice holds the number of an identity document in the clear', async () => {
  const owner = await newMainlander()
  const form = newPerson()
  await owner.call(verification.saveDraft, { body: form })
  const { id } = await submitted(owner, form)
  await rejectSubmission(world, id, 'id_number', 'number_mismatch')
  await owner.call(verification.resubmit, { params: { id }, body: { version: 2 } })
  await approveSubmission(world, id)
  const { rows } = await world.pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition`,
  )
  expect(rows.length).toBeGreaterThan(50)
  const holding: string[] = []
  for (const { name } of rows) {
    const found = await world.pool.query(`select from ${name} t where t::text like '%' || $1 || '%'`, [form.id_number])
    if (found.rowCount !== 0) holding.push(name)
  }
  expect(holding).toEqual([])
  expect(log.length).toBeGreaterThan(0)
  expect(log.filter((line) => line.includes(form.id_number))).toEqual([])
  expect(JSON.stringify(await read(owner))).not.toContain(form.id_number)
})

test('a rotation of keys finds submissions and drafts, and opens them by their context', async () => {
  const owner = await newMainlander()
  await submitted(owner, newPerson())
  await owner.call(verification.saveDraft, { body: { type: 'individual', name: '李明' } })
  for (const column of sealedVerificationColumns) {
    const samples = await column.samples(alone(world.pool))
    expect(samples).toHaveLength(1)
    for (const { sealed, context } of samples) expect(world.secrets.open(sealed, context)).toMatch(/^\{"name":/)
  }
})

test('the doctor reports a submission that waits longer than two days', async () => {
  await submitted(await newMainlander(), newPerson())
  const findings = async () => {
    const found = await Promise.all(reviewChecks.map(({ check }) => check(world)))
    return found.flat().map(({ ok, text }) => [ok, text.replace(/\d+,/, 'some,')])
  }
  expect(await findings()).toEqual([[true, 'verifications waiting: some, the oldest for 0 s']])
  const clock = { ...world.clock, now: () => new Date('2026-11-23T09:00:00Z') }
  const late = await reviewChecks[0]?.check({ pool: world.pool, clock })
  expect(late).toMatchObject([{ ok: false, hint: 'Run `hongyan review list`.' }])
})
