import type { Finding } from '@hongyan/contract/endpoints/messaging/senders'
import { type AccountId, SignatureId } from '@hongyan/contract/ids'
import {
  apiCodeOf,
  findingText,
  type Finding as Found,
  lintSignature,
  lintTemplate,
} from '@hongyan/contract/senders/findings'
import type { FormContext, SignatureForm, TemplateForm } from '@hongyan/contract/senders/forms'
import type { SenderReason } from '@hongyan/contract/senders/reasons'
import { Locale } from '@hongyan/contract/vocabulary/account'
import { evidenceOfThirdParty } from '@hongyan/contract/vocabulary/signature'
import type { Kysely, Selectable } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { SignatureTable } from '../../../db/schema/senders.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { Owner } from './deps.ts'

/** Checks a sender's form. Returns the reasons of an automatic rejection. Throws for a form that is not stored at all. */
export const checkSignature = (form: SignatureForm, owner: Owner, locale: Locale): readonly SenderReason[] =>
  reasonsOf(lintSignature(form, owner), locale)

/** Checks the authorisation alone in a sender's form, as `checkSignature`. */
export const checkAuthorisation = (form: SignatureForm, owner: Owner, locale: Locale): readonly SenderReason[] =>
  reasonsOf(
    lintSignature(form, owner).filter(({ field }) => evidenceOfThirdParty.some((each) => each === field)),
    locale,
  )

/** Checks a template's form under the sender that it is bound to, as `checkSignature`. */
export const checkTemplate = (
  form: TemplateForm,
  owner: Owner,
  bound: BoundSender | null,
  locale: Locale,
): readonly SenderReason[] => reasonsOf(lintTemplate(form, contextOf(owner, bound)), locale)

/** The findings of a sender's form, with their texts. */
export const findingsOfSignature = (form: SignatureForm, owner: Owner, locale: Locale): Finding[] =>
  lintSignature(form, owner).map((found) => present(found, locale))

/** The findings of a template's form, with their texts. */
export const findingsOfTemplate = async (
  db: Kysely<Schema>,
  form: TemplateForm,
  owner: Owner,
  locale: Locale,
): Promise<Finding[]> =>
  lintTemplate(form, contextOf(owner, await readBound(db, owner.id, form))).map((found) => present(found, locale))

/** The sender that a template is bound to. The rules compare its status and scenes, and parts count its name. */
export type BoundSender = Pick<Selectable<SignatureTable>, 'name' | 'status' | 'scenes'>

const contextOf = ({ partition, today }: Owner, sender: BoundSender | null): FormContext => ({
  partition,
  today,
  ...(sender && { sender }),
})

/** Reads the sender that a template's form names; null where it names none. Throws for one that does not exist. */
export async function readBound(
  db: Kysely<Schema>,
  account: AccountId,
  { signature_id: id }: TemplateForm,
): Promise<BoundSender | null> {
  if (id === null) return null
  const row = await db
    .selectFrom('signature')
    .select(['name', 'status', 'scenes'])
    .where('account_id', '=', account)
    .where('id', '=', SignatureId.parse(id))
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('signature_not_found', { field: 'signature_id' })
  return row
}

function reasonsOf(findings: readonly Found[], locale: Locale): readonly SenderReason[] {
  const error = findings.find(({ severity }) => severity === 'error')
  if (error !== undefined) {
    const errors = findings.filter(({ severity }) => severity === 'error')
    throw new Refusal(apiCodeOf(error.rule), {
      field: error.field,
      texts: { en: sentence(error, Locale.English), zh: sentence(error, Locale.SimplifiedChinese) },
      details: { findings: errors.map((found) => present(found, locale)) },
    })
  }
  return findings.flatMap(({ severity, field, rule, values }) =>
    severity === 'rejection' ? [{ field, code: rule, rule, ...(values !== undefined && { values }) }] : [],
  )
}

const sentence = (found: Found, locale: Locale): string => {
  const { what, remedy } = findingText(found, locale)
  return locale === Locale.SimplifiedChinese ? what + remedy : `${what} ${remedy}`
}

const present = (found: Found, locale: Locale): Finding => ({
  rule: found.rule,
  field: found.field,
  severity: found.severity,
  from: found.at?.from ?? null,
  to: found.at?.to ?? null,
  ...findingText(found, locale),
})
