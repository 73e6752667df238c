import type { Texts } from '../texts.ts'
import { findingText, isRuleId } from './findings.ts'
import type { Locale } from '../vocabulary/account.ts'
import type { SignatureField } from '../vocabulary/signature.ts'
import type { TemplateField } from '../vocabulary/template.ts'

/** The cause of a rejection, and the customer's next step. */
interface ReasonTexts {
  readonly what: Texts
  readonly remedy: Texts
}

const reason = (what: readonly [en: string, zh: string], remedy: readonly [en: string, zh: string]): ReasonTexts => ({
  what: { en: what[0], zh: what[1] },
  remedy: { en: remedy[0], zh: remedy[1] },
})

/** The reasons that a reviewer gives for sender IDs and templates. */
const texts = {
  name_not_proved: reason(
    ['The evidence doesn’t show this name.', '证明材料中没有该名称。'],
    ['Use the name as the document states it, or upload another document.', '请使用材料上的名称，或上传其他材料。'],
  ),
  name_misleading: reason(
    ['The name could be mistaken for someone else’s.', '该名称容易与他人混淆。'],
    ['Choose a name that only you use.', '请使用自己专有的名称。'],
  ),
  evidence_unreadable: reason(
    ['The document can’t be read.', '材料无法辨认。'],
    ['Upload a sharp picture of the whole page.', '请上传清晰完整的图片。'],
  ),
  evidence_mismatch: reason(
    ['The document belongs to another company or person.', '材料属于其他企业或个人。'],
    ['Upload your own, or choose third-party use.', '请上传自己的材料，或选择“他用”。'],
  ),
  evidence_expired: reason(
    ['The document has expired.', '材料已过期。'],
    ['Renew it and upload the new one.', '请更新后重新上传。'],
  ),
  authorisation_invalid: reason(
    ['The authorisation isn’t signed or names someone else.', '授权书未签字盖章，或授权对象不符。'],
    ['Have our form signed by the owner of the name.', '请由名称所有者在我们提供的授权书上签字盖章。'],
  ),
  purpose_unclear: reason(
    ['It isn’t clear who receives these messages, and why.', '未说明发送对象和用途。'],
    ['Describe your service, the recipients and how they agreed.', '请说明业务、接收对象及其同意方式。'],
  ),
  scene_wrong: reason(
    ['The text belongs to another scene.', '内容与所选场景不符。'],
    ['Choose the scene that fits the text.', '请选择与内容相符的场景。'],
  ),
  content_unclear: reason(
    ['The text doesn’t show what the message is about.', '内容过于笼统，无法判断用途。'],
    ['Write out what is always the same, and keep variables for the rest.', '请写明固定文字，仅将变化部分设为变量。'],
  ),
  content_forbidden: reason(
    ['Carriers don’t carry this content.', '运营商不允许发送此类内容。'],
    ['Remove the part that breaks the rules.', '请删除违规内容。'],
  ),
  variable_too_open: reason(
    ['A variable could hold any text.', '变量可以填入任意文字。'],
    ['Give it a narrower type and a sample.', '请选择更具体的变量类型，并填写示例。'],
  ),
  complaints: reason(
    ['Recipients complained about these messages.', '收到了收件人的投诉。'],
    ['Contact support before you submit it again.', '请联系客服后再提交。'],
  ),
  law: reason(
    ['An authority or carrier ordered us to stop it.', '应监管部门或运营商要求停用。'],
    ['Contact support for the details.', '详情请联系客服。'],
  ),
} as const

export type SenderReasonCode = keyof typeof texts

/** The reasons that a reviewer may give, by code. */
export const senderReasonCodes = Object.keys(texts) as readonly SenderReasonCode[] // its keys are the codes

/**
 * A rejected field of a sender ID or template. `code` is a reviewer's reason, or the id of the rule of the automatic
 * check that found it, which `rule` then repeats for the audit log.
 */
export interface SenderReason {
  readonly field: SignatureField | TemplateField
  readonly code: string
  readonly rule?: string | undefined
  /** Values that the rule's texts name. */
  readonly values?: Readonly<Record<string, string>> | undefined
}

/** The texts of a reason. A code that is gone since it was stored stands for itself. */
export function senderReasonText(
  { code, values }: Pick<SenderReason, 'code' | 'values'>,
  locale: Locale,
): { readonly what: string; readonly remedy: string } {
  if (isRuleId(code)) return findingText({ rule: code, ...(values !== undefined && { values }) }, locale)
  const known = senderReasonCodes.find((each) => each === code)
  if (known === undefined) return { what: code, remedy: '' }
  const of = locale === 'zh-CN' ? 'zh' : 'en'
  return { what: texts[known].what[of], remedy: texts[known].remedy[of] }
}
