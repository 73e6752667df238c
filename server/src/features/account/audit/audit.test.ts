import { HOUR } from '@hongyan/contract/durations'
import { audit } from '@hongyan/contract/endpoints/account/audit'
import { credentials } from '@hongyan/contract/endpoints/messaging/credentials'
import { password } from '@hongyan/contract/endpoints/account/password'
import { profile } from '@hongyan/contract/endpoints/account/profile'
import { session } from '@hongyan/contract/endpoints/account/session'
import { secondFactor } from '@hongyan/contract/endpoints/account/second-factor'
import { signup } from '@hongyan/contract/endpoints/account/signup'
import { AuthMode } from '@hongyan/contract/vocabulary/credential'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alone } from '../../../db/tx.ts'
import { forgetActs, recordAct, recordRefusal } from '../../../audit/log.ts'
import { recorded } from '../../../http/recorded.ts'
import { createBackground } from '../../../kit/background.ts'
import { newLogger } from '../../../kit/logger.ts'
import { tokenFor } from '../../../../test/inbox.ts'
import { ownerWithApp, startSignIn } from '../../../../test/second-factor.ts'
import { eventually } from '../../../../test/sender.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld({ TRUST_PROXY: '1' })
})
afterAll(() => world.close())

const entriesOf = (owner: SignedIn, query: object = {}) => owner.call(audit.list, { query })
const name = (firstname: string) => ({ body: { firstname, lastname: 'Tan', gender: 2 } as const })
const signIn = (owner: SignedIn, secret = owner.password, headers: Record<string, string> = {}) =>
  world.visitor(headers).ask(session.create, { body: { identifier: owner.email, password: secret } })

describe('audit entries', () => {
  test('an audit entry shows the actor, the source, the action and its changes', async () => {
    const owner = await world.account({ firstname: 'Mei', lastname: 'Tan' })
    const headers = { 'x-forwarded-for': '203.0.113.9', 'user-agent': 'Goose/1.0' }
    await owner.ask(profile.save, { ...name('Lin'), headers })
    const [entry] = await entriesOf(owner, { actor: 'owner' })
    expect(entry).toEqual({
      id: expect.any(String),
      at: world.clock.now().toISOString(),
      actor: 'owner',
      operator: null,
      session: expect.any(String),
      address: '203.0.113.9',
      user_agent: 'Goose/1.0',
      action: 'profile.save',
      subject: null,
      outcome: 'done',
      error: null,
      changes: [
        { field: 'gender', before: '0', after: '2' },
        { field: 'firstname', before: 'Mei', after: 'Lin' },
      ],
    })
  })

  test('an audit entry for a created row names the row, and shows its secret as set', async () => {
    const owner = await world.account()
    const made = await owner.call(credentials.create, { body: { mode: AuthMode.Hmac } })
    await owner.call(credentials.remove, { params: { id: made.id } })
    const [removal, creation] = await entriesOf(owner)
    expect(creation).toMatchObject({ action: 'credentials.create', subject: made.id })
    expect(creation?.changes).toContainEqual({ field: 'secret', before: null, after: '******' })
    expect(removal).toMatchObject({ action: 'credentials.remove', subject: made.id })
    expect(removal?.changes).toContainEqual({ field: 'key', before: made.key, after: null })
  })

  test('an audit entry for a refusal shows its code and no change', async () => {
    const owner = await world.account()
    const body = { curpassword: 'tame goose', password: 'snow goose' }
    await owner.ask(profile.changePassword, { body })
    expect((await entriesOf(owner))[0]).toMatchObject({
      action: 'profile.changePassword',
      outcome: 'refused',
      error: 'wrong_password',
      changes: [],
    })
  })

  test('an audit entry is written once, even if the same Idempotency-Key is repeated', async () => {
    const owner = await world.account()
    const call = { body: { mode: AuthMode.Hmac }, headers: { 'idempotency-key': 'once' } }
    for (let time = 0; time < 2; time += 1) await owner.ask(credentials.create, call)
    expect(await entriesOf(owner, { action: 'credentials' })).toHaveLength(1)
  })

  test('an audit entry is written before the call runs, so that a process that dies leaves a begun entry', async () => {
    const { id: account, ...owner } = await world.account()
    const [{ session: signedIn } = { session: null }] = await owner.call(audit.list)
    const deps = { db: alone(world.pool), clock: world.clock, log: newLogger('silent') }
    const caller = { account, session: signedIn as never, suspended: false } // the id of a session, read from a reply
    const source = { action: '', address: '127.0.0.1', userAgent: '', origin: null, device: null }
    const never = new Promise(() => undefined)
    const background = createBackground(deps.log)
    void recorded(
      { ...deps, background },
      { row: profile.save, audit: { noState: 'none' } },
      { caller, source, params: {} },
      () => never,
    )
    await eventually(
      () => owner.call(audit.list, { query: { action: 'profile.save' } }),
      ([entry]) => entry?.outcome === 'begun',
    )
  })
})

describe('sign-ins in the audit log', () => {
  test('a sign-in is recorded, and so is a sign-out', async () => {
    const owner = await world.account()
    await owner.call(session.end)
    const again = await signIn(owner, owner.password, { 'user-agent': 'Goose/2.0' })
    const cookie = [again.headers['set-cookie']]
      .flat()
      .map((line) => String(line).split(';')[0])
      .join('; ')
    const [back, gone, first] = await world.visitor({ cookie }).call(audit.list)
    expect(back).toMatchObject({ action: 'session.create', actor: 'owner', outcome: 'done', user_agent: 'Goose/2.0' })
    expect(gone).toMatchObject({ action: 'session.end', actor: 'owner', session: first?.session })
    expect(back?.session).not.toBe(first?.session)
  })

  test('a right password of an account with two-step verification is recorded as a first step, not as a refusal', async () => {
    const { owner, code } = await ownerWithApp(world)
    const visitor = world.visitor({ 'x-forwarded-for': '203.0.113.20' })
    const { ticket } = await startSignIn(visitor, owner)
    await visitor.call(secondFactor.signIn, { body: { ticket, totp: code() } })
    const recorded = await eventually(
      () => entriesOf(owner, { outcome: 'challenged' }),
      (entries) => entries.length > 0,
    )
    expect(recorded).toMatchObject([{ action: 'session.create', actor: 'visitor', error: null }])
    expect(await entriesOf(owner, { action: 'secondFactor' })).toMatchObject([{ actor: 'owner', outcome: 'done' }])
    expect(await entriesOf(owner, { outcome: 'refused' })).toEqual([])
  })

  test('a sign-in that fails is recorded for the account that was tried, and for no other', async () => {
    const [owner, other] = [await world.account(), await world.account()]
    for (let time = 0; time < 6; time += 1) await signIn(owner, 'tame goose')
    const refused = await eventually(
      () => entriesOf(owner, { outcome: 'refused' }),
      (entries) => entries.length === 6,
    )
    expect(refused.map(({ error }) => error)).toEqual(['sign_in_locked', ...Array(5).fill('wrong_credentials')])
    expect(await entriesOf(other, { outcome: 'refused' })).toEqual([])
  })

  test('a sign-in that fails is recorded fifty times an hour at most', async () => {
    const owner = await world.account()
    const act = { account: owner.id, actor: 'visitor', action: 'session.create' } as const
    const refuse = () => recordRefusal(alone(world.pool), act, world.clock.now(), 'wrong_credentials')
    for (let time = 0; time < 60; time += 1) await refuse()
    expect(await entriesOf(owner, { outcome: 'refused', limit: 100 })).toHaveLength(50)
    world.clock.advance(HOUR + 60_000)
    await refuse()
    expect(await entriesOf(owner, { outcome: 'refused', limit: 100 })).toHaveLength(51)
  })

  test('a sign-in by code, by sign-up or after a new password is recorded as well', async () => {
    const owner = await world.account()
    const visitor = world.visitor()
    const reset = await tokenFor(world, visitor, 'verif_reset_password', owner.email)
    const body = { identifier: owner.email, token: reset, password: 'snow goose' }
    await visitor.call(password.reset, { body })
    const code = await tokenFor(world, visitor, 'verif_signin', owner.email).catch(() => null)
    world.clock.advance(60_000)
    const token = code ?? (await tokenFor(world, visitor, 'verif_signin', owner.email))
    const came = await visitor.ask(session.byCode, { body: { identifier: owner.email, token } })
    const cookie = [came.headers['set-cookie']]
      .flat()
      .map((line) => String(line).split(';')[0])
      .join('; ')
    const listed = await world.visitor({ cookie }).call(audit.list)
    expect(listed.map(({ action }) => action)).toEqual(['session.byCode', 'password.reset', 'session.create'])
    expect(listed[1]?.changes).toEqual([{ field: 'password', before: '******', after: '******' }])
    expect(JSON.stringify(listed)).not.toContain(token)

    const email = 'newcomer@example.com'
    const emailToken = await tokenFor(world, visitor, 'verif_signup', email)
    const made = await visitor.ask(signup.create, {
      body: { partition: 'us', email, token: emailToken, password: 'wild goose' },
    })
    const mine = [made.headers['set-cookie']]
      .flat()
      .map((line) => String(line).split(';')[0])
      .join('; ')
    expect(await world.visitor({ cookie: mine }).call(audit.list)).toMatchObject([{ action: 'signup.create' }])
  })
})

describe('reading the audit log', () => {
  test('the audit log lists the newest first, in pages, by day of the account’s zone, and only the caller’s own entries', async () => {
    const [owner, other] = [await world.account({ time_zone: 'Asia/Shanghai' }), await world.account()]
    world.clock.set(new Date('2026-11-21T15:59:00Z'))
    await owner.call(profile.save, name('One'))
    world.clock.set(new Date('2026-11-21T16:00:00Z'))
    await owner.call(profile.save, name('Two'))
    const page = await owner.ask(audit.list, { query: { limit: 1, action: 'profile' } })
    expect(page.headers['x-total-count']).toBe('2')
    expect(page.body).toMatchObject([{ changes: [{ field: 'firstname', after: 'Two' }] }])
    const day = await entriesOf(owner, { from: '2026-11-21', to: '2026-11-21' })
    expect(day).toMatchObject([{ changes: [{}, {}, { field: 'firstname', after: 'One' }] }])
    expect(await entriesOf(owner, { actor: 'staff' })).toEqual([])
    expect((await entriesOf(other)).filter(({ action }) => action.startsWith('profile'))).toEqual([])
  })

  test.each([
    [{ from: '2026-12-02', to: '2026-12-01' }, 'to'],
    [{ actor: 'goose' }, 'actor'],
    [{ action: 'x; drop' }, 'action'],
    [{ outcome: '' }, 'outcome'],
    [{ from: 'soon' }, 'from'],
  ])('the audit log refuses %o by name', async (query, field) => {
    const owner = await world.account()
    expect(await owner.ask(audit.list, { query })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request', field } },
    })
  })

  test('the audit log drops entries after four hundred days', async () => {
    const owner = await world.account()
    const db = alone(world.pool)
    const old = new Date(world.clock.now().getTime() - 400 * 24 * HOUR)
    for (const at of [new Date(old.getTime() - 1), old]) {
      await recordAct(db, { account: owner.id, actor: 'staff', action: 'account.set' }, at)
    }
    await forgetActs(db, world.clock.now())
    expect(await entriesOf(owner, { actor: 'staff' })).toMatchObject([{ at: old.toISOString() }])
  })

  test('an act of staff shows the name of the operator, in the list and in the file', async () => {
    const owner = await world.account()
    const act = { account: owner.id, actor: 'staff', operator: 'Li Wei', action: 'account.set' } as const
    await recordAct(alone(world.pool), act, world.clock.now())
    expect(await entriesOf(owner, { actor: 'staff' })).toMatchObject([{ operator: 'Li Wei' }])
    expect((await owner.ask(audit.file)).body).toContain(',Hongyan staff (Li Wei),Changed account,')
  })

  test('the exported audit log has the words of the screen, and every heading once, also for an account in UTC', async () => {
    const owner = await world.account({ time_zone: 'UTC' })
    await owner.ask(profile.changePassword, { body: { curpassword: 'tame goose', password: 'snow goose' } })
    await owner.ask(profile.save, name('Mei'))
    for (const [locale, words] of [
      ['en', ['Changed password,', 'Denied,Current password is incorrect.', 'Changed profile,', 'First name: – → Mei']],
      ['zh-CN', ['修改密码,', '已拒绝,当前密码不正确。', '修改个人资料,', '名：– → Mei']],
    ] as const) {
      const answer = await owner.ask(audit.file, { headers: { cookie: `${owner.cookie}; hy_locale=${locale}` } })
      const text = String(answer.body)
      const headings = (text.split('\r\n')[0] ?? '').split(',')
      expect(new Set(headings).size).toBe(headings.length)
      for (const shown of words) expect(text).toContain(shown)
      expect(text).not.toMatch(/profile\.|wrong_password|firstname/)
    }
  })

  test('the exported audit log has every entry once, the newest first, also where they fill several pages', async () => {
    const owner = await world.account()
    await world.pool.query(
      `insert into audit_entry (account_id, id, at, actor, action, subject, outcome, changes)
       select $1, ('01900000-0000-7000-8000-' || lpad(nr::text, 12, '0'))::uuid, $2, 'system', 'account.set', 'nr ' || nr,
         'done', '[]' from generate_series(1, 1000) nr`,
      [owner.id, world.clock.now()],
    )
    const { body } = await owner.ask(audit.file, { query: { actor: 'system' } })
    const listed = Array.from(String(body).matchAll(/,nr (\d+),/g), ([, nr]) => Number(nr))
    expect(listed).toEqual(Array.from({ length: 1_000 }, (_, at) => 1_000 - at))
    expect(String(body).trimEnd().split('\r\n')).toHaveLength(1_001)
  })

  test('the audit log is exported as a file without formulas, in the reader’s language', async () => {
    const owner = await world.account({ time_zone: 'Asia/Shanghai' })
    const headers = { 'user-agent': '=cmd|goose' }
    await owner.ask(profile.save, { ...name('@SUM(A1)'), headers })
    const answer = await owner.ask(audit.file, { headers: { cookie: `${owner.cookie}; hy_locale=zh-CN` } })
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="audit-2026-11-2\d-[0-9a-f]+\.csv"$/)
    const text = String(answer.body)
    expect(text.startsWith('\uFEFF时间：北京时间（UTC+8）,')).toBe(true)
    expect(text).toContain(`,'=cmd|goose,`)
    expect(text).not.toMatch(/(^|,)"?[=+@-]/m)
    const utc = world.clock.now().toISOString()
    expect(text).toContain(utc)
  })
})
