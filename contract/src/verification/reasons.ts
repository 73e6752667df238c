import { verification as limits } from '../limits/verification.ts'
import type { Texts } from '../texts.ts'
import type { Locale } from '../vocabulary/account.ts'
import type { VerificationField } from '../vocabulary/verification.ts'

/** The cause of a refused field, and the customer's next step. */
export interface ReasonTexts {
  readonly what: Texts
  readonly remedy: Texts
}

const reason = (what: readonly [en: string, zh: string], remedy: readonly [en: string, zh: string]): ReasonTexts => ({
  what: { en: what[0], zh: what[1] },
  remedy: { en: remedy[0], zh: remedy[1] },
})

/** The reasons of the rules that form and server share. */
const ofRules = {
  required: reason(['This field is required.', '此项为必填项。'], ['Fill it in.', '请填写。']),
  file_required: reason(['This document is required.', '此证件为必传项。'], ['Upload it.', '请上传。']),
  length: reason(['The length doesn’t fit.', '长度不符合要求。'], ['Check how long it may be.', '请检查长度。']),
  form: reason(['The format is wrong.', '格式不正确。'], ['Check it against the document.', '请对照证件核对。']),
  code_checksum: reason(
    ['The check digit doesn’t match.', '校验位不正确。'],
    ['Compare it with the document, character by character.', '请对照证件逐位核对。'],
  ),
  impossible_date: reason(
    ['The date of birth in it doesn’t exist.', '其中的出生日期不存在。'],
    ['Compare it with the document, character by character.', '请对照证件逐位核对。'],
  ),
  under_age: reason(
    [`The person is under ${limits.age}.`, `该人员未满 ${limits.age} 周岁。`],
    ['Enter an adult who represents you.', '请填写成年人的信息。'],
  ),
  expired_document: reason(
    ['The document has expired.', '证件已过期。'],
    ['Renew it and upload the new one.', '请换领后上传新证件。'],
  ),
  unknown_country: reason(
    ['There is no such country or region.', '国家或地区不存在。'],
    ['Choose it from the list.', '请从列表中选择。'],
  ),
  authorisation_required: reason(
    ['The operator isn’t the legal representative.', '经办人不是法定代表人。'],
    [
      'Upload a signed letter of authorisation, or enter the legal representative as operator.',
      '请上传盖章的授权书，或将经办人改为法定代表人。',
    ],
  ),
  phone_unproved: reason(
    ['This phone isn’t verified yet.', '该手机号尚未验证。'],
    ['Enter the code that we send to it.', '请获取并填写短信验证码。'],
  ),
} as const

/** The reasons of the automatic check after the submission. */
const ofCheck = {
  name_mismatch: reason(
    ['The name doesn’t belong to this number.', '名称与证件号码不一致。'],
    ['Enter the name exactly as on the document.', '请按证件原文填写名称。'],
  ),
  placeholder_name: reason(
    ['This isn’t a real name.', '名称不是真实名称。'],
    ['Enter the name exactly as on the document.', '请按证件原文填写名称。'],
  ),
  website_not_own: reason(
    ['The website isn’t your own.', '该网站不属于您。'],
    ['Enter your own domain, not a profile on another site.', '请填写自有域名，而不是其他网站上的主页。'],
  ),
  document_reused: reason(
    ['The same file stands for two documents.', '同一文件用于两项证件。'],
    ['Upload each document as a file of its own.', '请分别上传每项证件。'],
  ),
} as const

/** The reasons that only a reviewer gives. */
const ofReviewer = {
  document_blurry: reason(
    ['The document can’t be read.', '证件图片模糊，无法辨认。'],
    ['Take a sharp photo in good light and upload it again.', '请在光线充足处拍摄清晰照片后重新上传。'],
  ),
  document_cropped: reason(
    ['Part of the document is missing.', '证件图片不完整。'],
    ['Upload a photo that shows all four edges.', '请上传四角完整的照片。'],
  ),
  wrong_document: reason(
    ['This is another document than the one required.', '上传的证件类型不符。'],
    ['Upload the document that the form names.', '请上传要求的证件。'],
  ),
  number_mismatch: reason(
    ['The number differs from the document.', '号码与证件不一致。'],
    ['Enter the number exactly as on the document.', '请按证件原文填写号码。'],
  ),
  address_mismatch: reason(
    ['The address differs from the register.', '地址与登记信息不一致。'],
    ['Enter the registered address.', '请填写登记地址。'],
  ),
  authorisation_invalid: reason(
    ['The letter of authorisation is incomplete.', '授权书不完整。'],
    ['Have it signed, stamped and dated, then upload it again.', '请签字、盖章并注明日期后重新上传。'],
  ),
  website_unreachable: reason(
    ['The website doesn’t open.', '网站无法访问。'],
    ['Make it reachable, or enter another one.', '请确保网站可以访问，或填写其他网站。'],
  ),
  use_case_unclear: reason(
    ['It isn’t clear what you send, and to whom.', '使用场景不明确。'],
    ['Describe the messages and their recipients.', '请说明短信内容和接收对象。'],
  ),
  not_registered: reason(
    ['The register has no such entry.', '登记机关查无此信息。'],
    ['Check name and number against the register.', '请对照登记信息核对名称和号码。'],
  ),
  fraud: reason(['The documents aren’t genuine.', '证件不真实。'], ['Contact support.', '请联系客服。']),
} as const

const ofOthers = {
  already_used: reason(
    [
      `This identity is in use by ${limits.accountsOfIdentity} other accounts.`,
      `该身份已用于其他 ${limits.accountsOfIdentity} 个账户。`,
    ],
    ['Use one of them, or contact support.', '请使用其中一个账户，或联系客服。'],
  ),
  verification_expired: reason(
    ['The yearly renewal is missing.', '未按时完成年度复核。'],
    ['Submit your details again.', '请重新提交认证信息。'],
  ),
} as const

const reasons = { ...ofRules, ...ofCheck, ...ofReviewer, ...ofOthers }

/** The reason that a field is refused: by a rule, by the automatic check or by a reviewer. */
export type ReasonCode = keyof typeof reasons
export const reasonCodes = Object.keys(reasons) as ReasonCode[] // the keys of this object are its codes

/** The reasons that a reviewer may give. */
export type ReviewReason = keyof typeof ofCheck | keyof typeof ofReviewer | 'expired_document' | 'under_age'
export const reviewReasons: readonly ReviewReason[] = [
  ...(Object.keys({ ...ofCheck, ...ofReviewer }) as (keyof typeof ofCheck | keyof typeof ofReviewer)[]), // the same
  'expired_document',
  'under_age',
]

/** A refused field. */
export interface FieldReason {
  readonly field: VerificationField
  readonly code: ReasonCode
}

const texts = (en: string, zh: string): Texts => ({ en, zh })

const between = ({ min, max }: { readonly min: number; readonly max: number }): Partial<ReasonTexts> => ({
  remedy: texts(`Use ${min} to ${max} characters.`, `请使用 ${min} 至 ${max} 个字符。`),
})

const wholeNumbers = [limits.monthlyVolume.min, limits.monthlyVolume.max].map((n) => n.toLocaleString('en'))

/** The texts that say more for one field than the reason does for all. */
const ofField: Readonly<
  Partial<Record<ReasonCode, Readonly<Partial<Record<VerificationField, Partial<ReasonTexts>>>>>>
> = {
  length: {
    name: between(limits.name),
    legal_representative: between(limits.name),
    representative: between(limits.name),
    operator_name: between(limits.name),
    address: between(limits.address),
    use_case: between(limits.useCase),
    registration_number: between(limits.registrationNumber),
    id_number: between(limits.documentNumber),
    website: { remedy: texts(`Use up to ${limits.websiteMax} characters.`, `最多 ${limits.websiteMax} 个字符。`) },
    countries: {
      what: texts('The number of countries doesn’t fit.', '国家或地区的数量不符合要求。'),
      remedy: texts(`Choose up to ${limits.countries}.`, `最多选择 ${limits.countries} 个。`),
    },
  },
  form: {
    uscc: {
      what: texts(
        'A credit code has 18 characters: digits and capitals without I, O, S, V and Z.',
        '统一社会信用代码为 18 位数字和大写字母，不含 I、O、S、V、Z。',
      ),
    },
    id_number: {
      what: texts(
        'Letters, digits and dashes only; a mainland number has 18 characters.',
        '仅限字母、数字和连字符；身份证号码为 18 位。',
      ),
    },
    registration_number: {
      what: texts(
        'Letters, digits, spaces, dots, dashes and slashes only.',
        '仅限字母、数字、空格、点、连字符和斜杠。',
      ),
    },
    website: {
      what: texts('Not a web address.', '网址格式不正确。'),
      remedy: texts('Enter it like example.com.', '请填写类似 example.com 的网址。'),
    },
    monthly_volume: {
      what: texts('Not a number of messages.', '数量格式不正确。'),
      remedy: texts(
        `Enter a whole number from ${wholeNumbers.join(' to ')}.`,
        `请填写 ${wholeNumbers.join(' 至 ')} 的整数。`,
      ),
    },
    operator_phone: {
      what: texts('invalid phone', '手机号格式不正确'),
      remedy: texts('Check the number.', '请核对手机号。'),
    },
    id_expires_on: { what: texts('Not a date.', '日期格式不正确。') },
    industry: {
      what: texts('There is no such industry.', '行业不存在。'),
      remedy: texts('Choose it from the list.', '请从列表中选择。'),
    },
  },
}

/** The cause and the next step of a refused field, in one language. */
export function reasonText({ field, code }: FieldReason, locale: Locale): { what: string; remedy: string } {
  const { what, remedy } = { ...reasons[code], ...ofField[code]?.[field] }
  return locale === 'zh-CN' ? { what: what.zh, remedy: remedy.zh } : { what: what.en, remedy: remedy.en }
}
