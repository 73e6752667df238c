import { signatures } from '@hongyan/contract/endpoints/messaging/signatures'
import { templates } from '@hongyan/contract/endpoints/messaging/templates'
import { errors as rows } from '@hongyan/contract/errors'
import { signatureOfExample, templateOfExample } from '@hongyan/contract/senders/examples'
import { apiCodeOf, type Finding, findingText, lintSignature, lintTemplate } from '@hongyan/contract/senders/findings'
import type { FormContext, SignatureForm } from '@hongyan/contract/senders/forms'
import { signatureRules } from '@hongyan/contract/senders/signature-rules'
import { templateRules } from '@hongyan/contract/senders/template-rules'
import { Locale, Partition } from '@hongyan/contract/vocabulary/account'
import { isEvidenceFile } from '@hongyan/contract/vocabulary/signature'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newUpload } from '../../../../test/forms.ts'
import { newSignatureForm, verified } from '../../../../test/senders.ts'
import { type Answer, newWorld, type SignedIn, type World } from '../../../../test/world.ts'

let world: World
let owners: Readonly<Record<Partition, SignedIn>>
beforeAll(async () => {
  world = await newWorld()
  world.clock.set(new Date('2026-11-23T02:00:00Z'))
  owners = { cn: await world.account({ partition: 'cn' }), us: await world.account() }
  await verified(world, owners.cn)
})
afterAll(() => world.close())

/** Each partition's owner reads in its own language, so every rule is read in one of them. */
const localeOf = ({ partition }: FormContext) =>
  partition === Partition.Cn ? Locale.SimplifiedChinese : Locale.English
const headersOf = (context: FormContext) => ({ 'accept-language': localeOf(context) })

const shown = (finding: Finding, context: FormContext) => {
  const { rule, field, severity, at } = finding
  return {
    rule,
    field,
    severity,
    from: at?.from ?? null,
    to: at?.to ?? null,
    ...findingText(finding, localeOf(context)),
  }
}

/** Compares the server's words on a form with those that the form itself shows. */
function expectAlike(findings: readonly Finding[], context: FormContext, linted: Answer, created: Answer): void {
  expect(linted.body).toMatchObject({ findings: findings.map((finding) => shown(finding, context)) })
  const errors = findings.filter(({ severity }) => severity === 'error').map((finding) => shown(finding, context))
  const first = findings.find(({ severity }) => severity === 'error')
  if (first === undefined) {
    const rejections = findings.filter(({ severity }) => severity === 'rejection')
    const reasons = rejections.map((finding) => {
      const { rule, field, what, remedy } = shown(finding, context)
      return { rule, code: rule, field, what, remedy }
    })
    return expect(created).toMatchObject({ status: 200, body: { status: 1, reasons } })
  }
  const { what, remedy } = shown(first, context)
  const message = context.partition === Partition.Cn ? what + remedy : `${what} ${remedy}`
  const code = apiCodeOf(first.rule)
  const error = { code, field: first.field, message, details: { findings: errors } }
  expect([created.status, created.body]).toMatchObject([rows[code].http, { error }])
}

const isGrave = ({ severity }: { readonly severity: string }): boolean => severity !== 'hint'

/** The form with an upload for each of its files. */
async function withFiles(owner: SignedIn, form: SignatureForm): Promise<SignatureForm> {
  const fields = Object.entries(form.evidence).map(async ([field, value]) => [
    field,
    isEvidenceFile(field) && value !== '' ? (await newUpload(owner)).id : value,
  ])
  return { ...form, evidence: Object.fromEntries(await Promise.all(fields)) }
}

test.each(signatureRules.filter(isGrave).map((rule) => [rule.id, rule] as const))(
  'a sender ID that breaks the rule %s is answered with the field and the words that its form shows',
  async (_, rule) => {
    const example = signatureOfExample(rule, rule.fails)
    const owner = owners[example.context.partition]
    const form = await withFiles(owner, example.form)
    const call = { body: form, headers: headersOf(example.context) }
    const findings = lintSignature(form, example.context)
    expectAlike(
      findings,
      example.context,
      await owner.ask(signatures.lint, call),
      await owner.ask(signatures.create, call),
    )
  },
)

/** A sender ID of the owner in the state that an example asks for. */
async function senderOf(owner: SignedIn, { sender }: FormContext): Promise<string | null> {
  if (sender === undefined) return null
  const { id } = await owner.call(signatures.create, { body: await newSignatureForm(owner) })
  await world.pool.query('update signature set status = $2, scenes = $3 where id = $1', [
    id,
    sender.status,
    sender.scenes,
  ])
  return id
}

test.each(templateRules.filter(isGrave).map((rule) => [rule.id, rule] as const))(
  'a template that breaks the rule %s is answered with the field and the words that its form shows',
  async (_, rule) => {
    const { form, context } = templateOfExample(rule, rule.fails)
    const owner = owners[context.partition]
    const call = {
      body: { ...form, signature_id: await senderOf(owner, context) },
      headers: headersOf(context),
    }
    const findings = lintTemplate(form, context)
    expectAlike(findings, context, await owner.ask(templates.lint, call), await owner.ask(templates.create, call))
  },
)

test('a file of the evidence must be an upload', async () => {
  const form = await newSignatureForm(owners.us, { evidence: { registration_number: '201912345K', licence: 'file' } })
  expect((await owners.us.ask(signatures.create, { body: form })).status).toBe(400)
})
