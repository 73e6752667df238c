import { audiences } from '@hongyan/contract/endpoints/messaging/audiences'
import { credentials } from '@hongyan/contract/endpoints/messaging/credentials'
import { notices } from '@hongyan/contract/endpoints/account/notices'
import { sessions } from '@hongyan/contract/endpoints/account/security'
import { session } from '@hongyan/contract/endpoints/account/session'
import { invoices } from '@hongyan/contract/endpoints/finance/invoices'
import { transactions } from '@hongyan/contract/endpoints/finance/transactions'
import { broadcasts, quotes } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { exports } from '@hongyan/contract/endpoints/messaging/exports'
import { messages } from '@hongyan/contract/endpoints/messaging/messages'
import { people } from '@hongyan/contract/endpoints/messaging/people'
import { contacts, type Phonebook, phonebooks, segments } from '@hongyan/contract/endpoints/messaging/phonebooks'
import { recipients } from '@hongyan/contract/endpoints/messaging/recipients'
import { signatures } from '@hongyan/contract/endpoints/messaging/signatures'
import { routing } from '@hongyan/contract/endpoints/messaging/routing'
import { type Upstream, upstreamMappings } from '@hongyan/contract/endpoints/messaging/upstreams'
import { defaultRules } from '@hongyan/contract/upstreams/default-rule'
import { templates } from '@hongyan/contract/endpoints/messaging/templates'
import { table } from '@hongyan/contract/endpoints/table'
import { topUp } from '@hongyan/contract/endpoints/finance/top-up'
import { AuthMode } from '@hongyan/contract/vocabulary/credential'
import { RecipientSource } from '@hongyan/contract/vocabulary/job'
import { type ExportId, type QuoteId, UploadId } from '@hongyan/contract/ids'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uuidv7 } from '../src/kit/ids.ts'
import { newEndpoint, startReceiver, type TestReceiver } from './webhook-receiver.ts'
import { alone } from '../src/db/tx.ts'
import { notify } from '../src/notices/notify.ts'
import type { Row } from '../src/http/implement.ts'
import { newAudience, newMessage, newPlan } from './audiences.ts'
import { newAuthenticator } from './authenticator.ts'
import { invoiceCycle } from '../src/compose/payments.ts'
import { voidInvoice } from '../src/features/finance/invoices/void.ts'
import { newIssuedInvoice } from './new-invoices.ts'
import { actionOf } from '../src/http/recorded.ts'
import { newChannel, newChannelForm, newMappedForm, newTestedChannel } from './channels.ts'
import { addCard, cardForm, numbers } from './cards.ts'
import { eventually, newSender } from './sender.ts'
import { newLentSignature, newSignatureForm, newTemplate, newTemplateForm, rejectSender } from './senders.ts'
import { newBusiness, rejectSubmission, submitted } from './submissions.ts'
import { ended, exportForm } from './exports.ts'
import { newTicket, newTicketForm } from './tickets.ts'
import { form, newUpload, pdf } from './forms.ts'
import { type Extras, newWorld, type SignedIn, type World } from './world.ts'

/** The parts of a call that succeeds for the owner, and must fail for any other account. */
interface Fixture {
  /** `nothing`: the call has no id of the owner, and concerns its own caller only. */
  readonly names: 'ids of the owner' | 'nothing'
  readonly parts: (owner: SignedIn) => Extras | Promise<Extras>
}

type Fixtures = { readonly [Noun in keyof typeof table]: { readonly [Call in keyof (typeof table)[Noun]]: Fixture } }

const plain = (parts: Extras = {}): Fixture => ({ names: 'nothing', parts: () => parts })

const aCredential = (owner: SignedIn) => owner.call(credentials.create, { body: { mode: AuthMode.Hmac } })

/** The second card of an owner: it can be made the default, and removed. */
const aCard = async (owner: SignedIn): Promise<Extras> => {
  await addCard(owner)
  return { params: { id: (await addCard(owner, numbers.mastercard)).id } }
}

const anotherSession = async (owner: SignedIn): Promise<Extras> => {
  await world.visitor().call(session.create, { body: { identifier: owner.email, password: owner.password } })
  const other = (await owner.call(sessions.list)).find(({ current }) => !current)
  return { params: { id: other?.id } }
}

const aPasskey = async (owner: SignedIn): Promise<Extras> => {
  const { id } = await newAuthenticator().enrol(owner, 'Laptop')
  return { params: { id } }
}

const aTopUp = (owner: SignedIn) =>
  owner.call(topUp.create, { body: { amount: '20', channel: 'stripe', currency: 'USD' } })

/** A top-up that a verified owner has paid. */
const aCharge = async (owner: SignedIn): Promise<Extras> => {
  const { id, payload } = await aTopUp(owner)
  await world.payments.sandbox?.pay(new URL(payload).pathname.split('/').at(-1) ?? '')
  await owner.call(topUp.check, { query: {}, body: { id: [id], channel: 'stripe' } })
  await world.pool.query('update account set realname_auth = true where id = $1', [owner.id])
  return { params: { id } }
}

/** The transaction of the owner's initial balance. */
const aLine = async (owner: SignedIn): Promise<Extras> => {
  const [line] = await owner.call(transactions.list)
  return { params: { id: line?.id } }
}

/** A notice of the owner. Marking another account's notice as read succeeds, and changes nothing. */
const aNotice = async (owner: SignedIn): Promise<Extras> => {
  const at = world.clock.now()
  await notify(alone(world.pool), { account: owner.id, kind: 'account_resumed', values: {}, at })
  const { notices: listed } = await owner.call(notices.list)
  return { body: { ids: listed.map(({ id }) => id) } }
}

/** A finished erasure of a number. */
const anErasure = async (owner: SignedIn): Promise<Extras> => {
  const { id } = await owner.call(people.erase, { body: { recipient: '+12065550142' } })
  await world.pool.query('update erasure set finished_at = requested_at where id = $1', [id])
  return { params: { id } }
}

/** An opt-out on the owner's recipient list. */
const ofListed = (body?: object): Fixture => ({
  names: 'ids of the owner',
  parts: async (owner) => {
    const { id } = await owner.call(recipients.add, { body: { recipient: '+12065550142', reason: 'opt_out' } })
    return { params: { id }, ...(body && { body }) }
  },
})

/** An issued invoice of 50 of an owner whose funds are used up. */
const anInvoice = async (owner: SignedIn) => {
  const params = { id: await newIssuedInvoice(world, owner, 150_000_000n) }
  const { lines } = await owner.call(invoices.get, { params })
  return { params, line: lines[0]?.id }
}
const ofInvoice = (body?: (of: Awaited<ReturnType<typeof anInvoice>>) => object): Fixture => ({
  names: 'ids of the owner',
  parts: async (owner) => {
    const made = await anInvoice(owner)
    return { params: made.params, ...(body && { body: body(made) }) }
  },
})
const ofCreditAccount: Fixture = {
  names: 'nothing',
  parts: async ({ id }) => {
    await world.pool.query('update account set credit_enabled = true where id = $1', [id])
    return {}
  },
}

/** A charge of a mainland account. */
const aFapiao = async (owner: SignedIn): Promise<Extras> => {
  await world.pool.query(`update account set partition = 'cn', currency = 'CNY' where id = $1`, [owner.id])
  return aLine(owner)
}
const fapiaoForm = { kind: 'general', title: 'Acme', tax_no: '91999999EJGC9P6N5T', email: 'books@example.com' }

/** An endpoint of the owner at a receiver of the test's own. */
const ofEndpoint = (body?: object): Fixture => ({
  names: 'ids of the owner',
  parts: async (owner) => ({ params: { eid: (await anEndpoint(owner)).id }, ...(body && { body }) }),
})
const anEndpoint = (owner: SignedIn) => newEndpoint(owner, { url: hooks.url })

const ofDelivery: Fixture = {
  names: 'ids of the owner',
  parts: async (owner) => {
    const { id: eid } = await anEndpoint(owner)
    const did = uuidv7(world.clock.now())
    await world.pool.query(
      `insert into webhook_delivery (account_id, endpoint_id, id, type, messages, events, state, created_at, content_type, body)
       values ($1, $2, $3, 'webhook.test', '{}', 1, 3, now(), 'application/json', '{}')`,
      [owner.id, eid, did],
    )
    return { params: { eid, did } }
  },
}

let phones = 0

/** A submitted sender ID of the owner, after a change of its row. */
const ofSignature = (change?: (id: string) => Promise<void>, body?: object): Fixture => ({
  names: 'ids of the owner',
  parts: async (owner) => {
    const { id } = await owner.call(signatures.create, { body: await newSignatureForm(owner) })
    await change?.(id)
    return { params: { id }, ...(body && { body }) }
  },
})

/** A submitted template of the owner, after a change of its row. */
const ofTemplate = (change?: (id: string) => Promise<void>, body?: object): Fixture => ({
  names: 'ids of the owner',
  parts: async (owner) => {
    const { id } = await owner.call(templates.create, { body: newTemplateForm() })
    await change?.(id)
    return { params: { id }, ...(body && { body }) }
  },
})

/** A message of the owner that has ended, so that no fact comes while a test compares the database. */
const ofMessage: Fixture = {
  names: 'ids of the owner',
  parts: async (owner) => {
    const { send } = await newSender(world, owner)
    // The sandbox refuses it at once.
    await send({ to: '+12065550001', text: 'Hello' })
    const [message] = await eventually(
      () => owner.call(messages.list),
      ([first]) => first !== undefined && first.done_at !== null,
    )
    // The use of its credential is written within a second, too.
    await eventually(
      () => owner.call(credentials.list),
      ([used]) => used !== undefined && used.use.last_at !== null,
    )
    return { params: { id: message?.id } }
  },
}

/** A message of the owner that waits for its second attempt, for longer than a test lasts. */
const ofWaitingMessage: Fixture = {
  names: 'ids of the owner',
  parts: async (owner) => {
    const { send } = await newSender(world, owner)
    // The sandbox puts it off.
    await send({ to: '+12065550007', text: 'Hello' })
    const later = () =>
      world.pool.query<{ id: string }>(
        `update deferred set due_at = now() + interval '1 hour' where account_id = $1 returning id`,
        [owner.id],
      )
    const { rows } = await eventually(later, (found) => found.rows.length === 1)
    await eventually(
      () => owner.call(credentials.list),
      ([used]) => used !== undefined && used.use.last_at !== null,
    )
    return { params: { id: rows[0]?.id } }
  },
}

/** An export of the owner's first transaction, after a further step. */
const ofExport = (step?: (owner: SignedIn, id: ExportId) => Promise<unknown>, body?: object): Fixture => ({
  names: 'ids of the owner',
  parts: async (owner) => {
    const { id } = await owner.call(exports.create, { body: exportForm(world, 'transactions') })
    await step?.(owner, id)
    return { params: { id }, ...(body && { body }) }
  },
})
const anExport: Fixture = { names: 'nothing', parts: () => ({ body: exportForm(world, 'transactions') }) }
const exportChoice = (): Extras => {
  const { kind, from, to } = exportForm(world, 'transactions')
  return { body: { kind, from, to } }
}

const fileFailed = async (id: string, kind: string): Promise<void> => {
  await world.pool.query(
    `insert into filing (account_id, subject_id, version, carrier, kind, state, changed_at)
     select account_id, id, 1, 'CUCC', $2, 'failed', now() from ${kind === 'signature' ? 'signature' : 'template'} where id = $1`,
    [id, kind],
  )
}

/** An active channel of the owner. */
const ofChannel = (parts: (channel: Upstream) => Extras): Fixture => ({
  names: 'ids of the owner',
  parts: async (owner) => parts(await newChannel(owner)),
})

const mapping = { kind: 'template', local: 'pub_sign_in_en', remote: 'SMS_1', variables: ['code'] } as const

/** A channel of the owner whose provider needs mappings, where one may be mapped to an id. */
const ofMapping = (parts: (channel: Upstream) => Extras, remote: string | null = null): Fixture => ({
  names: 'ids of the owner',
  parts: async (owner) => {
    const channel = await newChannel(owner, newMappedForm())
    const body = { upstream: channel.id, ...mapping, remote }
    if (remote !== null) await owner.ask(upstreamMappings.create, { body })
    return parts(channel)
  },
})

/** The saved draft of the caller's routing. */
const ofDraft = (body: object): Fixture => ({
  names: 'nothing',
  parts: async (owner) => {
    await owner.ask(routing.save, { body: { version: 0, rules: defaultRules } })
    return { body }
  },
})

/** Makes a number the owner's proved one. */
async function provedPhone({ id }: SignedIn): Promise<string> {
  const to = `+12065550${String(200 + (phones += 1))}`
  await world.pool.query('update account set phone = $2, changed_at = now() where id = $1', [id, to])
  return to
}

const oneMember = { to: '+12065550142', country: 'US' }
const quoted = { message: newMessage(), plan: newPlan({ time: 'at', at: '2026-11-25T12:00:00.000Z' }) }

/** An estimate of the owner that a broadcast can be made of. */
async function aQuote(owner: SignedIn): Promise<QuoteId> {
  const audience = await newAudience(world, owner, [oneMember])
  return (await owner.call(quotes.create, { body: { ...quoted, audience } })).id
}

/** Changes of a broadcast's row that a call needs. */
const standings = {
  scheduled: `status = 0`,
  running: `status = 1, phase = 'sending'`,
  paused: `status = 3, phase = 'ended', reason = 'user'`,
  failed: `status = 2, phase = 'ended', finished_at = now()`,
} as const

/** A broadcast of the owner. */
const ofBroadcast = (body?: object, standing: keyof typeof standings = 'scheduled'): Fixture => ({
  names: 'ids of the owner',
  parts: async (owner) => {
    const { id } = await owner.call(broadcasts.create, { body: { name: 'Autumn', quote: await aQuote(owner) } })
    await world.pool.query(`update broadcast set ${standings[standing]} where id = $1`, [id])
    if (standing === 'failed') {
      await world.pool.query(
        `insert into broadcast_send (account_id, broadcast_id, row, country, state, status, error_code, at)
         values ($1, $2, 1, 'US', 'failed', 9, 'no_upstream_available', now())`,
        [owner.id, id],
      )
    }
    return { params: { id }, ...(body && { body }) }
  },
})

const ofPhonebook = (parts: (book: Phonebook, owner: SignedIn) => Extras | Promise<Extras>): Fixture => ({
  names: 'ids of the owner',
  parts: async (owner) => parts(await owner.call(phonebooks.create, { body: { name: 'Owners' } }), owner),
})

const noValues = { fields: {}, zone: null, consent: null }
const conditions = [{ field: '$country', operator: 'is', value: 'NO' }] as const

const ofContact = (body?: object): Fixture =>
  ofPhonebook(async ({ id }, owner) => {
    const made = await owner.call(contacts.create, { params: { id }, body: { to: '+12065550142', ...noValues } })
    return { params: { id, cid: made.id }, ...(body && { body }) }
  })

const ofSegment = (body?: object): Fixture =>
  ofPhonebook(async ({ id }, owner) => {
    const made = await owner.call(segments.create, {
      params: { id },
      body: { name: 'All', conditions: [...conditions] },
    })
    return { params: { id, sid: made.id }, ...(body && { body }) }
  })

/** An import of the owner that left a row out. */
const ofContactImport = ofPhonebook(async ({ id }, owner) => {
  const content = Buffer.from('Phone\n+12065550142\nnone\n')
  const file = UploadId.parse((await newUpload(owner, 'recipients', { name: 'a.csv', content })).id)
  const body = { file, country: 'US', consent: null }
  const { id: iid } = await owner.call(phonebooks.import, { params: { id }, body })
  await world.loops.run('contact-imports')
  return { params: { id, iid } }
})

const noLimits = { rules: [], exempt: [], day: null, countries: [] }

/** A list of recipients of the owner. */
const ofList: Fixture = {
  names: 'ids of the owner',
  parts: async (owner) => {
    const body = { source: RecipientSource.Input, input: '+12065550100', country: 'US' }
    return { params: { id: (await owner.call(audiences.create, { body })).id } }
  },
}

const ofTicket = (body?: object): Fixture => ({
  names: 'ids of the owner',
  parts: async (owner) => ({ params: { id: (await newTicket(owner)).id }, ...(body && { body }) }),
})

/** A fixture for every row of the table; a row without one does not compile. */
const fixtures: Fixtures = {
  session: {
    create: { names: 'nothing', parts: ({ email, password }) => ({ body: { identifier: email, password } }) },
    byCode: { names: 'nothing', parts: ({ email }) => ({ body: { identifier: email, token: 'none' } }) },
    end: plain(),
  },
  secondFactor: {
    signIn: plain({ body: { ticket: 'none', totp: '000000' } }),
    passkeyOptions: plain(),
    byPasskey: plain({ body: { ticket: 'none', passkey: {} } }),
    stepUpOptions: plain(),
    stepUp: { names: 'nothing', parts: ({ password }) => ({ body: { password } }) },
  },
  security: {
    get: plain(),
    beginTotp: plain(),
    confirmTotp: plain({ body: { code: '000000' } }),
    removeTotp: plain(),
    newRecoveryCodes: plain(),
    passkeyOptions: plain(),
    addPasskey: plain({ body: { name: 'Laptop', passkey: {} } }),
    renamePasskey: {
      names: 'ids of the owner',
      parts: async (owner) => ({ ...(await aPasskey(owner)), body: { name: 'Phone' } }),
    },
    removePasskey: { names: 'ids of the owner', parts: aPasskey },
  },
  sessions: {
    list: plain(),
    end: { names: 'ids of the owner', parts: anotherSession },
    endOthers: plain(),
  },
  signup: {
    create: plain({ body: { partition: 'us', email: 'new@example.com', token: 'none', password: 'wild goose' } }),
  },
  password: {
    reset: {
      names: 'nothing',
      parts: ({ email }) => ({ body: { identifier: email, token: 'none', password: 'wild goose' } }),
    },
  },
  codes: {
    send: { names: 'nothing', parts: ({ email }) => ({ body: { scene: 'verif_signin', email, via: 'email' } }) },
    verify: { names: 'nothing', parts: ({ email }) => ({ body: { scene: 'verif_signin', email, code: '000000' } }) },
  },
  account: { get: plain(), progress: plain() },
  audit: { list: plain(), file: plain() },
  autoRecharge: {
    set: {
      names: 'ids of the owner',
      parts: async (owner) => ({
        body: { enable: true, below: '10', topup: '100', pm_id: (await addCard(owner)).id, agreed: true },
      }),
    },
  },
  billing: {
    get: plain(),
    save: plain({
      body: { legal_name: 'Acme', address: '', country: 'DE', tax_id: '', emails: [], po: '', language: 'en' },
    }),
  },
  credentials: {
    list: plain(),
    create: plain({ body: { mode: AuthMode.Simple } }),
    update: {
      names: 'ids of the owner',
      parts: async (owner) => {
        const { id, key } = await aCredential(owner)
        return { params: { id }, body: { id, key, mode: AuthMode.Simple } }
      },
    },
    remove: {
      names: 'ids of the owner',
      parts: async (owner) => ({ params: { id: (await aCredential(owner)).id } }),
    },
    requests: {
      names: 'ids of the owner',
      parts: async (owner) => ({ params: { id: (await aCredential(owner)).id } }),
    },
  },
  configuration: {
    sms: plain(),
    saveSms: plain({ body: { validity: 600, content_retention: 7 } }),
    filing: plain(),
    saveFiling: plain({ body: { send_unfiled: true } }),
  },
  connectivity: { list: plain() },
  countries: { list: plain(), save: plain({ body: { enable: ['GB', 'FR'] } }) },
  invoices: {
    list: ofCreditAccount,
    next: ofCreditAccount,
    get: ofInvoice(),
    pdf: ofInvoice(),
    csv: ofInvoice(),
    creditNote: {
      names: 'ids of the owner',
      parts: async (owner) => {
        const { params } = await anInvoice(owner)
        await voidInvoice(invoiceCycle(world), { account_id: owner.id, id: params.id })
        return { params }
      },
    },
    pay: ofInvoice(() => ({ amount: '10', channel: 'stripe' })),
    setPo: ofInvoice(() => ({ po: 'PO-1' })),
    dispute: ofInvoice(({ line }) => ({ line, reason: 'Never sent' })),
    fapiao: {
      names: 'ids of the owner',
      parts: async (owner) => {
        await world.pool.query(`update account set partition = 'cn', currency = 'CNY' where id = $1`, [owner.id])
        return { ...(await anInvoice(owner)), body: fapiaoForm }
      },
    },
  },
  errorCodes: { get: plain({ params: { code: 'expired' } }) },
  senderRules: { list: plain() },
  lookup: { regions: plain() },
  notices: { list: plain(), read: { names: 'nothing', parts: aNotice } },
  noticePreferences: {
    get: plain(),
    save: plain({ body: { kinds: { topped_up: { email: true, sms: false } }, balance_low: '50' } }),
  },
  paymentMethods: {
    list: plain({ query: { type: 'card' } }),
    add: plain({ body: cardForm() }),
    makeDefault: { names: 'ids of the owner', parts: aCard },
    remove: { names: 'ids of the owner', parts: aCard },
  },
  people: {
    record: plain({ body: { recipient: '+12065550142' } }),
    evidence: plain({ body: { recipient: '+12065550142' } }),
    erase: plain({ body: { recipient: '+12065550142' } }),
    erasures: plain(),
    certificate: { names: 'ids of the owner', parts: anErasure },
    keys: plain(),
  },
  recipients: {
    list: plain(),
    add: plain({ body: { recipient: '+12065550142', reason: 'block' } }),
    import: plain({ body: { recipients: ['+12065550142', 'none'], reason: 'opt_out' } }),
    update: ofListed({ scenes: [2, 3], note: 'By phone' }),
    remove: ofListed(),
  },
  plugins: { list: plain() },
  refunds: {
    offer: { names: 'ids of the owner', parts: aCharge },
    create: {
      names: 'ids of the owner',
      parts: async (owner) => ({ ...(await aCharge(owner)), body: { amount: '5', reason: 'No longer needed' } }),
    },
  },
  prices: { get: plain(), file: plain(), quote: plain({ body: { to: ['+12065550100'], text: 'Hello' } }) },
  profile: {
    save: plain({ body: { firstname: 'Ada', lastname: 'Lovelace', gender: 2 } }),
    setLocale: plain({ body: { locale: 'zh-CN' } }),
    changePhone: plain({ body: { phone: '+12065550177', token: 'none', rebindVia: 'email', rebindToken: 'none' } }),
    changeEmail: plain({ body: { email: 'new@example.com', token: 'none', rebindVia: 'email', rebindToken: 'none' } }),
    changePassword: {
      names: 'nothing',
      parts: ({ password }) => ({ body: { curpassword: password, password: 'snow goose' } }),
    },
  },
  analytics: {
    summary: plain({ query: { from: '2026-11-14', to: '2026-11-20' } }),
    breakdown: plain({ query: { from: '2026-11-14', to: '2026-11-20', by: 'country' } }),
  },
  statistics: { summary: plain({ query: { period: '30d' } }), yesterday: plain() },
  topUp: {
    get: plain(),
    create: plain({ body: { amount: '20', channel: 'stripe', currency: 'USD' } }),
    cancel: {
      names: 'ids of the owner',
      parts: async (owner) => ({ params: { id: (await aTopUp(owner)).id } }),
    },
    check: {
      names: 'ids of the owner',
      parts: async (owner) => ({ body: { id: [(await aTopUp(owner)).id], channel: 'stripe' } }),
    },
  },
  upload: {
    create: { names: 'nothing', parts: () => form({ purpose: 'evidence' }, pdf()) },
    link: {
      names: 'ids of the owner',
      parts: async (owner) => ({ params: { id: (await newUpload(owner)).id } }),
    },
  },
  transactionFapiao: {
    get: { names: 'ids of the owner', parts: aFapiao },
    request: { names: 'ids of the owner', parts: async (owner) => ({ ...(await aFapiao(owner)), body: fapiaoForm }) },
  },
  verification: {
    get: plain(),
    saveDraft: plain({ body: { type: 'business', name: 'Lumen Parcel' } }),
    submit: { names: 'nothing', parts: async (owner) => ({ body: await newBusiness(owner) }) },
    resubmit: {
      names: 'ids of the owner',
      parts: async (owner) => {
        const { id, version } = await submitted(owner, await newBusiness(owner))
        await rejectSubmission(world, id)
        return { params: { id }, body: { version: version + 1, website: 'https://lumen-parcel.example/about' } }
      },
    },
    withdraw: {
      names: 'ids of the owner',
      parts: async (owner) => ({ params: { id: (await submitted(owner, await newBusiness(owner))).id } }),
    },
  },
  publicTemplates: { list: plain() },
  exports: {
    list: plain(),
    create: anExport,
    estimate: { names: 'nothing', parts: exportChoice },
    get: ofExport(),
    update: ofExport(undefined, { repeat: 'daily' }),
    // Another test runs the loop meanwhile.
    cancel: ofExport((_, id) =>
      world.pool.query(`update export set due_at = due_at + interval '1 day' where id = $1`, [id]),
    ),
    retry: ofExport((owner, id) => owner.call(exports.cancel, { params: { id } })),
    download: ofExport((owner, id) => ended(world, owner, id)),
    remove: ofExport(),
  },
  ipRestriction: {
    get: plain(),
    save: {
      names: 'ids of the owner',
      parts: async (owner) => {
        const entry = { cidr: '8.8.8.0/24', effect: 'allow', note: '', credential: (await aCredential(owner)).id }
        return { body: { version: 0, enabled: true, mode: 'allow', reportOnly: true, entries: [entry] } }
      },
    },
    keep: plain({ body: { version: 0 } }),
    check: plain({ body: { ip: '8.8.8.8' } }),
    events: plain(),
  },
  smsRateLimiting: {
    get: plain(),
    save: { names: 'nothing', parts: () => ({ body: { version: 0, enabled: true, per_second: null, ...noLimits } }) },
    preview: plain({ body: noLimits }),
    hits: { names: 'nothing', parts: () => ({ query: { period: '7d' } }) },
    advice: plain(),
    limits: plain(),
  },
  smsDlr: {
    get: plain(),
    save: { names: 'nothing', parts: async () => ({ body: { version: 0, endpoints: [] } }) },
    secret: ofEndpoint(),
    rotate: ofEndpoint(),
    enable: ofEndpoint(),
    disable: ofEndpoint(),
    test: ofEndpoint({ type: 'webhook.test' }),
    deliveries: ofEndpoint(),
    delivery: ofDelivery,
    replay: ofDelivery,
    replayMany: ofEndpoint({ from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z', state: 'all' }),
    receiver: plain(),
    openReceiver: plain(),
    closeReceiver: plain(),
  },
  signatures: {
    list: plain(),
    create: { names: 'nothing', parts: async (owner) => ({ body: await newSignatureForm(owner) }) },
    lint: { names: 'nothing', parts: async (owner) => ({ body: await newSignatureForm(owner) }) },
    get: ofSignature(),
    resubmit: {
      names: 'ids of the owner',
      parts: async (owner) => {
        const form = await newSignatureForm(owner)
        const { id } = await owner.call(signatures.create, { body: form })
        await rejectSender(world, id, 'purpose', 'purpose_unclear')
        return { params: { id }, body: { ...form, version: 1 } }
      },
    },
    remove: ofSignature(),
    withdraw: ofSignature(),
    urge: ofSignature(async (id) => {
      await world.pool.query(`update signature set submitted_at = submitted_at - interval '1 hour' where id = $1`, [id])
    }),
    makeDefault: ofSignature(),
    refile: ofSignature((id) => fileFailed(id, 'signature'), { carrier: 'CUCC' }),
    renew: {
      names: 'ids of the owner',
      parts: async (owner) => {
        const { id } = await newLentSignature(world, owner, '2026-12-31')
        const authorisation = (await newUpload(owner)).id
        return { params: { id }, body: { authorised_until: '2027-12-31', authorisation, version: 1 } }
      },
    },
  },
  messages: {
    list: plain(),
    summary: plain(),
    get: ofMessage,
    events: ofMessage,
    webhooks: ofMessage,
    reveal: ofMessage,
    cancel: ofWaitingMessage,
    prepare: ofMessage,
    resend: ofMessage,
  },
  supportAnswers: {
    search: plain({ query: { q: 'refund' } }),
    suggest: plain({ body: { category: 'delivery' } }),
  },
  supportContacts: { list: plain() },
  supportStatus: { get: plain() },
  tickets: {
    list: plain(),
    create: plain({ body: newTicketForm() }),
    get: ofTicket(),
    update: ofTicket({ version: 1, state: 'solved' }),
    reply: ofTicket({ text: 'More' }),
    diagnose: plain(),
  },
  templates: {
    list: plain(),
    create: { names: 'nothing', parts: () => ({ body: newTemplateForm() }) },
    lint: plain({ body: newTemplateForm() }),
    get: ofTemplate(),
    revise: {
      names: 'ids of the owner',
      parts: async (owner) => {
        const { id } = await newTemplate(world, owner)
        return { params: { id }, body: { ...newTemplateForm({ content: 'Order {order} was sent.' }), version: 1 } }
      },
    },
    remove: ofTemplate(),
    versions: ofTemplate(),
    test: {
      names: 'ids of the owner',
      parts: async (owner) => {
        const { id } = await newTemplate(world, owner)
        return { params: { id }, body: { to: await provedPhone(owner), data: { order: 'A1' } } }
      },
    },
    withdraw: ofTemplate(),
    urge: ofTemplate(async (id) => {
      await world.pool.query(
        `update template_version set submitted_at = submitted_at - interval '1 hour' where template_id = $1`,
        [id],
      )
    }),
    refile: ofTemplate((id) => fileFailed(id, 'template'), { carrier: 'CUCC' }),
  },
  audiences: {
    create: plain({ body: { source: 1, input: '+6591234567', country: 'SG' } }),
    get: ofList,
    leftOut: ofList,
  },
  quotes: {
    create: {
      names: 'ids of the owner',
      parts: async (owner) => ({ body: { ...quoted, audience: await newAudience(world, owner, [oneMember]) } }),
    },
    get: { names: 'ids of the owner', parts: async (owner) => ({ params: { id: await aQuote(owner) } }) },
  },
  broadcasts: {
    list: plain(),
    create: {
      names: 'ids of the owner',
      parts: async (owner) => ({ body: { name: 'Autumn', quote: await aQuote(owner) } }),
    },
    get: ofBroadcast(),
    update: ofBroadcast({ version: 1, name: 'Winter' }),
    remove: ofBroadcast(),
    start: ofBroadcast({ version: 1 }),
    pause: ofBroadcast({ version: 1 }, 'running'),
    resume: ofBroadcast({ version: 1 }, 'paused'),
    stop: ofBroadcast({ version: 1 }),
    retry: ofBroadcast(undefined, 'failed'),
    recipients: ofBroadcast(),
    test: {
      names: 'nothing',
      parts: async (owner) => {
        await provedPhone(owner)
        return { body: { message: newMessage() } }
      },
    },
  },
  phonebooks: {
    list: plain(),
    create: plain({ body: { name: 'Members' } }),
    get: ofPhonebook(({ id }) => ({ params: { id } })),
    update: ofPhonebook(({ id, version }) => ({ params: { id }, body: { version, name: 'Friends' } })),
    remove: ofPhonebook(({ id }) => ({ params: { id } })),
    import: ofPhonebook(async ({ id }, owner) => {
      const file = await newUpload(owner, 'recipients', { name: 'a.csv', content: Buffer.from('+12065550142\n') })
      return { params: { id }, body: { file: file.id, country: 'US', consent: null } }
    }),
    imported: ofContactImport,
    leftOut: ofContactImport,
  },
  contacts: {
    list: ofPhonebook(({ id }) => ({ params: { id } })),
    create: ofPhonebook(({ id }) => ({ params: { id }, body: { to: '+12065550143', ...noValues } })),
    update: ofContact({ version: 1, ...noValues }),
    remove: ofContact(),
  },
  segments: {
    list: ofPhonebook(({ id }) => ({ params: { id } })),
    create: ofPhonebook(({ id }) => ({ params: { id }, body: { name: 'Norway', conditions } })),
    update: ofSegment({ version: 1, name: 'Norway', conditions }),
    remove: ofSegment(),
    count: ofPhonebook(({ id }) => ({ params: { id }, body: { conditions } })),
  },
  upstreams: {
    list: plain(),
    create: { names: 'nothing', parts: () => ({ body: newChannelForm() }) },
    check: ofChannel(({ id }) => ({ body: { id, provider: 'twl', credentials: newChannelForm().credentials } })),
    update: ofChannel(({ id, version }) => ({ params: { id }, body: { ...newChannelForm(), version } })),
    remove: ofChannel(({ id }) => ({ params: { id } })),
    test: {
      names: 'ids of the owner',
      parts: async (owner) => {
        const { id } = await newChannel(owner)
        return { params: { id }, body: { to: await provedPhone(owner) } }
      },
    },
    pause: ofChannel(({ id, version }) => ({ params: { id }, body: { version } })),
    resume: {
      names: 'ids of the owner',
      parts: async (owner) => {
        const { id, version } = await newTestedChannel(owner)
        return { params: { id }, body: { version } }
      },
    },
    health: plain({ query: { period: '1h' } }),
  },
  upstreamMappings: {
    list: ofChannel(({ id }) => ({ query: { upstream: id } })),
    create: ofMapping(({ id }) => ({ body: { upstream: id, ...mapping } })),
    update: ofMapping(({ id }) => ({ body: { upstream: id, ...mapping, remote: 'SMS_2' } }), 'SMS_1'),
    remove: ofMapping(({ id }) => ({ query: { upstream: id, kind: mapping.kind, local: mapping.local } }), 'SMS_1'),
  },
  routing: {
    get: plain(),
    save: plain({ body: { version: 0, rules: defaultRules } }),
    discard: ofDraft({ version: 1 }),
    activate: ofDraft({ version: 1 }),
    revert: {
      names: 'nothing',
      parts: async (owner) => {
        await owner.ask(routing.save, { body: { version: 0, rules: defaultRules } })
        await owner.ask(routing.activate, { body: { version: 1 } })
        return { body: { version: 1, to: 1 } }
      },
    },
    history: plain(),
    simulate: plain({ body: { to: '+6591234567', scene: 1, signature: null, template: null, credential: null } }),
  },
  transactions: {
    list: plain(),
    get: { names: 'ids of the owner', parts: aLine },
    summary: plain(),
    statement: plain({ query: { month: '2026-11' } }),
    statementCsv: plain({ query: { month: '2026-11' } }),
    statementPdf: plain({ query: { month: '2026-11' } }),
    receipt: { names: 'ids of the owner', parts: aLine },
  },
}

const byName: Readonly<Record<string, Readonly<Record<string, Fixture>>>> = fixtures

const walk = Object.entries(table).flatMap(([noun, calls]) =>
  Object.entries<Row>(calls).map(([call, row]) => ({
    address: row.address,
    row,
    fixture: byName[noun]?.[call] ?? plain(),
  })),
)
const forAccounts = walk.filter(({ row }) => row.access !== 'anyone')
const byId = walk.filter(({ fixture }) => fixture.names === 'ids of the owner')

let world: World
let hooks: TestReceiver
beforeAll(async () => {
  world = await newWorld()
  hooks = await startReceiver()
})
afterAll(async () => {
  await world.close()
  await hooks.close()
})

/**
 * A connection with one prepared statement for all tables: planning a query over all partitions costs more than running
 * it.
 */
let reader: PoolClient
let readAll = ''

beforeAll(async () => {
  reader = await world.pool.connect()
  const { rows } = await reader.query<{ name: string }>(
    `select c.relname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
      where a.attname = 'account_id' and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  )
  const read = (name: string, column: string) =>
    `select '${name}' || r::text as row from ${name} r where ${column} = $1`
  readAll = [...rows.map(({ name }) => read(name, 'account_id')), read('account', 'id')].join(' union all ')
  await reader.query('set plan_cache_mode = force_generic_plan')
})
afterAll(() => reader.release())

test('the primary key of a customer’s table begins with the account', async () => {
  const { rows } = await reader.query<{ name: string }>(
    `select c.relname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
      where a.attname = 'account_id' and c.relkind in ('r', 'p') and not c.relispartition
        and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary and i.indkey[0] = a.attnum)
      order by 1`,
  )
  // Found by the upstream's id and by a ticket, before the account is known.
  expect(rows.map(({ name }) => name)).toEqual(['handover', 'proof_question'])
})

/** All rows of an account, each with the name of its table. */
async function rowsOf({ id }: SignedIn): Promise<readonly string[]> {
  const found = await reader.query<{ row: string }>({ name: 'all', text: readAll, values: [id] })
  return found.rows.map(({ row }) => row).toSorted()
}

test('every call of the table has its fixture', () => {
  const without = Object.entries(table).flatMap(([noun, calls]) =>
    Object.keys(calls).filter((call) => byName[noun]?.[call] === undefined),
  )
  expect(without).toEqual([])
})

/** No call changes them, so all calls share them. */
let theirs: SignedIn
let theirCredential: Awaited<ReturnType<typeof aCredential>>
let stranger: SignedIn
beforeAll(async () => {
  theirs = await world.account()
  theirCredential = await aCredential(theirs)
  stranger = await world.account()
})

type Call = (typeof walk)[number]

interface Prepared {
  readonly owner: SignedIn
  readonly parts: Extras
}

/** Makes a value of each call when a test first wants it. */
function onceOf<T>(make: (call: Call) => Promise<T>): (call: Call) => Promise<T> {
  const made = new Map<Call, Promise<T>>()
  return (call) => {
    const value = made.get(call) ?? make(call)
    made.set(call, value)
    return value
  }
}

/** The parts of a call for tests in which it is refused. A call without an id of its owner needs none of its own. */
const prepared = onceOf<Prepared>(async ({ fixture }) => {
  const owner = fixture.names === 'nothing' ? stranger : await world.account()
  return { owner, parts: await fixture.parts(owner) }
})

type AuditRow = Readonly<Record<string, unknown>>

const auditOf = async ({ id }: SignedIn): Promise<readonly AuditRow[]> =>
  (await world.pool.query<AuditRow>('select * from audit_entry where account_id = $1 order by id', [id])).rows

/** The rows of another account after the last call, which are those before the next one: nothing else changes them. */
let theirRows: readonly string[] | null = null

/** Runs a call as its owner. Returns its answer, the new audit entries, and the rows of another account around it. */
const carriedOut = onceOf(async ({ row, fixture }) => {
  const owner = await world.account()
  const headers = row.idempotent === true ? { 'idempotency-key': 'once' } : {}
  const parts = { ...(await fixture.parts(owner)), headers }
  const known = (await auditOf(owner)).map(({ id }) => id)
  const before = (theirRows ??= await rowsOf(theirs))
  const answer = await owner.ask(row, parts)
  const added = (await auditOf(owner)).filter(({ id }) => !known.includes(id))
  const after = await rowsOf(theirs)
  theirRows = after
  return { owner, parts, answer, added, theirRows: { before, after } }
})

describe.each(forAccounts)('$address', (call) => {
  test('is refused without a session', async () => {
    const { owner, parts } = await prepared(call)
    const before = await rowsOf(owner)
    for (const headers of [{}, { cookie: 'hy_session=' }, { cookie: `hy_session=${'A'.repeat(43)}` }]) {
      expect(await world.visitor(headers).ask(call.row, parts)).toMatchObject({
        status: 401,
        body: { error: { code: 'unauthenticated' } },
      })
    }
    expect(await rowsOf(owner)).toEqual(before)
  })

  test('returns and changes nothing of another account', async () => {
    const { id, key, secret } = theirCredential
    const { answer, theirRows } = await carriedOut(call)
    const text = JSON.stringify(answer.body)
    expect([theirs.id, theirs.email, id, key, secret].filter((value) => text.includes(value))).toEqual([])
    expect(theirRows.after).toEqual(theirRows.before)
  })
})

const isRead = ({ address }: { readonly address: string }): boolean => address.startsWith('GET ')
const writes = forAccounts.filter((call) => !isRead(call))

/** The calls that a suspended account may not make, because they create, send or enable (ruling 35). */
const needsStanding = [
  'PATCH /broadcasts/:id',
  'POST /broadcasts/:id/resume',
  'POST /broadcasts/:id/retry',
  'POST /broadcasts/:id/start',
  'POST /broadcasts/test',
  'PUT /broadcasts',
  'PATCH /credentials/:id',
  'DELETE /sms/recipients/:id',
  'PATCH /sms/recipients/:id',
  'PATCH /sms/signatures/:id',
  'PATCH /sms/templates/:id',
  'PATCH /upstreams/mappings',
  'POST /broadcasts/parse',
  'PATCH /phonebooks/:id',
  'PATCH /phonebooks/:id/contacts/:cid',
  'PATCH /phonebooks/:id/segments/:sid',
  'POST /configuration/countries',
  'POST /configuration/upstream',
  'POST /configuration/upstream/activate',
  'POST /configuration/upstream/revert',
  'POST /phonebooks/:id/import',
  'POST /plugins/ip-restriction',
  'POST /plugins/sms-dlr',
  'POST /plugins/sms-dlr/:eid/deliveries/:did/replay',
  'POST /plugins/sms-dlr/:eid/enable',
  'POST /plugins/sms-dlr/:eid/replay',
  'POST /plugins/sms-dlr/:eid/rotate',
  'POST /plugins/sms-dlr/:eid/test',
  'POST /plugins/sms-rate-limiting',
  'POST /sms/messages/:id/resend',
  'POST /sms/recipients/import',
  'POST /sms/signatures/:id/default',
  'POST /sms/signatures/:id/refile',
  'POST /sms/signatures/:id/renew',
  'POST /sms/templates/:id/refile',
  'POST /sms/templates/:id/test',
  'POST /topup/auto',
  'POST /upstreams/:id/resume',
  'POST /upstreams/:id/test',
  'PUT /credentials',
  'PUT /phonebooks',
  'PUT /phonebooks/:id/contacts',
  'PUT /phonebooks/:id/segments',
  'PUT /plugins/sms-dlr/receiver',
  'PUT /sms/recipients',
  'PUT /sms/signatures',
  'PUT /sms/templates',
  'PUT /upstreams',
  'PUT /upstreams/mappings',
]
const suspend = ({ id }: SignedIn) => world.pool.query('update account set status = 1 where id = $1', [id])
const restore = ({ id }: SignedIn) => world.pool.query('update account set status = 0 where id = $1', [id])
const isSuspended = async (owner: SignedIn, row: Row, parts: Extras): Promise<boolean> => {
  const { status, body } = await owner.ask(row, parts)
  return status === 403 && JSON.stringify(body).startsWith('{"error":{"code":"account_suspended"')
}

test.each(writes.filter(({ address }) => needsStanding.includes(address)))(
  '$address of a suspended account is refused, because it creates, sends or enables',
  async (call) => {
    const { owner, parts } = await prepared(call)
    await suspend(owner)
    expect(await isSuspended(owner, call.row, parts)).toBe(true)
    await restore(owner)
  },
)

const staysOpen = forAccounts.filter(({ address }) => !needsStanding.includes(address))

test.each(staysOpen.filter((call) => call.fixture.names === 'nothing' && !isRead(call)))(
  '$address stays open to a suspended account',
  async ({ row, fixture }) => {
    const owner = await world.account()
    const parts = await fixture.parts(owner)
    await suspend(owner)
    expect(await isSuspended(owner, row, parts)).toBe(false)
  },
)

test('every read without an id of its owner stays open to a suspended account', async () => {
  const owner = await world.account()
  const refused = []
  for (const { address, row, fixture } of staysOpen.filter(
    (call) => call.fixture.names === 'nothing' && isRead(call),
  )) {
    const parts = await fixture.parts(owner)
    await suspend(owner)
    if (await isSuspended(owner, row, parts)) refused.push(address)
    await restore(owner)
  }
  expect(refused).toEqual([])
})

test.each(byId)(
  '$address finds nothing under another account’s id, and changes nothing; its owner is answered, suspended where it stays open',
  async (call) => {
    const { owner, parts } = await prepared(call)
    const before = await rowsOf(owner)
    expect(await stranger.ask(call.row, parts)).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
    expect(await rowsOf(owner)).toEqual(before)
    // The test above proves that the others are refused to a suspended owner.
    if (!needsStanding.includes(call.address)) await suspend(owner)
    expect((await owner.ask(call.row, parts)).status).toBe(call.row.redirect === true ? 302 : 200)
  },
)

test.each(forAccounts.filter(({ row }) => row.idempotent))(
  '$address repeated with its Idempotency-Key returns the stored response',
  async (call) => {
    const { owner, parts, answer } = await carriedOut(call)
    const { status, body } = answer
    const replayed = status === 200 ? { 'idempotent-replayed': 'true' } : {}
    expect(await owner.ask(call.row, parts)).toMatchObject({ status, body, headers: replayed })
  },
)

describe.each(writes)('$address', (call) => {
  test('the audit log has one entry of a change, with its outcome and without secrets', async () => {
    const { owner, parts, answer, added } = await carriedOut(call)
    if (call.row.unaudited === true) return expect(added).toEqual([])
    const { status, body } = answer
    const outcome = status === 200 ? 'done' : 'refused'
    expect(added).toMatchObject([{ actor: 'owner', action: actionOf(call.row), outcome, address: '127.0.0.1' }])
    const kept = JSON.stringify(added.map(({ changes, user_agent, subject }) => [changes, user_agent, subject]))
    const secrets = [...secretsIn(parts.body), ...(status === 200 ? secretsIn(body) : []), owner.cookie]
    expect(secrets.filter((secret) => kept.includes(secret))).toEqual([])
  })
})

/** The texts in fields whose names mean a secret, at any depth. */
function secretsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const isSecret = /secret|password|token|code|number|cvc|totp|uri/i.test(name)
    return isSecret && typeof inner === 'string' && inner.length > 3 ? [inner] : secretsIn(inner)
  })
}
