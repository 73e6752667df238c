import { DAY } from '../durations.ts'
import { checkUscc, isDate, plainNumber } from '../identity-numbers.ts'
import { signatures as limits } from '../limits/senders.ts'
import { septetsOf } from '../sms/encoding.ts'
import { Partition } from '../vocabulary/account.ts'
import { MessageScene } from '../vocabulary/message.ts'
import { EntityKind } from '../vocabulary/review.ts'
import { type EvidenceField, evidenceTexts, type SignatureField } from '../vocabulary/signature.ts'
import { inChina, neededEvidence } from './evidence.ts'
import type { FormContext, SignatureForm } from './forms.ts'
import { isBlank, lengthOf, matches, type Place, type Rule, texts, when } from './rule.ts'
import { patternOfTopic, topicEntries } from './topics.ts'

type SignatureRule<Id extends string> = Rule<SignatureForm, SignatureField, Id>
type SignaturePlace = Place<SignatureField>

const rule = <const Id extends string>(one: SignatureRule<Id>): SignatureRule<Id> => one

const elsewhere = ({ regions }: SignatureForm): boolean => regions.includes('intl')

const NUMERIC = /^\+?[\d ]+$/
const isNumeric = ({ name }: SignatureForm): boolean => NUMERIC.test(name.trim())
const isNamed = ({ name }: SignatureForm): boolean => !isBlank(name)

const BRACKETS = /[[\](){}<>【】（）［］｛｝「」『』〖〗〔〕《》〈〉]/gu
const MAINLAND_SIGN = /[^\p{Script=Han}A-Za-z\d\s[\](){}<>【】（）［］｛｝「」『』〖〗〔〕《》〈〉]/gu
const TEST = /测试|(?<![a-z])test(?![a-z])/giu
const NEUTRAL_NAME =
  /^(?:通知|提醒|提示|短信|客服|中心|验证码?|系统|平台|服务|公告|消息|会员|notice|notices|notification|alert|alerts|info|sms|msg|message|verify|code|otp|service|services|support|customer|test|system|[\s\d])+$/iu

/** Characters of an international name that its alphabet or its rule refuses. */
const refusedAbroad = (name: string): readonly SignaturePlace[] =>
  matches(name, /[^\s[\](){}<>【】（）［］｛｝「」『』〖〗〔〕《》〈〉]/gu).filter(({ at }) => {
    const sign = name.slice(at.from, at.to)
    return sign.length > 1 || septetsOf(sign.charCodeAt(0)) === 0 || !/[\p{L}\p{N}]/u.test(sign)
  })

const lengthOff = (name: string, { min, max }: { readonly min: number; readonly max: number }) =>
  when(lengthOf(name) < min || lengthOf(name) > max, { min: String(min), max: String(max) })

/** Looks at one evidence text of a form that needs it and has it. */
const evidence =
  (field: EvidenceField, isFine: (text: string, form: SignatureForm, context: FormContext) => boolean) =>
  (form: SignatureForm, context: FormContext): readonly SignaturePlace[] => {
    const text = form.evidence[field] ?? ''
    return when(neededEvidence(form).includes(field) && !isBlank(text) && !isFine(text.trim(), form, context))
  }

const DOMAIN = /^(?:[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?\.)+(?=[\p{L}\d-]*\p{L})[\p{L}\d-]{2,}$/u
const ICP = /^[\u4e00-\u9fff]\s?ICP(?:备|证)\s?\d{6,10}号?(?:-\d{1,3})?$/iu
const WEB_ADDRESS = /^https?:\/\/(?:[\p{L}\d-]+\.)+[\p{L}\d-]{2,}(?::\d{1,5})?(?:[/?#]\S*)?$/iu
const TRADE_MARK = /^G?\d{5,9}[A-Z]?$/i

/** A name in lower-case letters and digits, without form and signs. */
const plainName = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
const contains = (one: string, other: string): boolean => one.includes(other) || other.includes(one)
/** True where the name is part of an account's name, or the account's part of it. */
const isLikeAccount = (name: string, account: string): boolean => contains(plainName(name), plainName(account))
/** True where a label of the domain is like the name. A name in another script has no letters of the domain. */
const isLikeDomain = (name: string, domain: string): boolean =>
  !/^[a-z\d]+$/.test(plainName(name)) ||
  plainName(domain).includes(plainName(name)) ||
  domain
    .split('.')
    .slice(0, -1)
    .some((label) => plainName(label).length > 2 && plainName(name).includes(plainName(label)))

const ends = ({ evidence: given }: SignatureForm): string => given.authorised_until?.trim() ?? ''
const isLent = ({ usage }: SignatureForm): boolean => usage === 'third_party'
const isSoon = (until: string, today: string): boolean =>
  Date.parse(until) - Date.parse(today) < limits.authorisationWarn

const namesTopics = topicEntries.filter(([, { inNames }]) => inNames === true)

/** The rules of sender IDs (screens S2), in the order of the form. */
export const signatureRules = [
  rule({
    id: 'name-required',
    field: 'name',
    severity: 'error',
    code: 'missing_params',
    find: (form) => when(!isNamed(form)),
    what: texts('Enter a name.', '请输入签名。'),
    remedy: texts('Use the name that your customers know.', '请填写客户熟悉的名称。'),
    passes: { name: 'Hongyan' },
    fails: { name: ' ' },
  }),
  rule({
    id: 'name-length',
    field: 'name',
    severity: 'error',
    code: 'name_rule',
    find: (form) => {
      if (!isNamed(form)) return []
      const off = inChina(form) ? lengthOff(form.name, limits.mainlandName) : []
      return off.length > 0 || !elsewhere(form) || isNumeric(form) ? off : lengthOff(form.name, limits.alphanumeric)
    },
    what: texts('The name needs {min} to {max} characters.', '签名应为 {min} 至 {max} 个字符。'),
    remedy: texts('Use a short form of your name.', '请使用简称。'),
    passes: { name: 'Hongyan' },
    fails: { name: 'Hongyan Online Shop' },
  }),
  rule({
    id: 'name-brackets',
    field: 'name',
    severity: 'error',
    code: 'name_rule',
    find: ({ name }) => matches(name, BRACKETS),
    what: texts('Brackets aren’t allowed in the name.', '签名不能包含括号。'),
    remedy: texts('Remove them. We add 【】 where a country needs them.', '请删除括号，发送时会自动添加【】。'),
    passes: { name: 'Hongyan' },
    fails: { name: '[Hongyan]' },
  }),
  rule({
    id: 'name-spaces',
    field: 'name',
    severity: 'error',
    code: 'name_rule',
    find: (form) => (isNamed(form) ? matches(form.name, inChina(form) ? /\s+/gu : /^\s+|\s+$|\s{2,}/gu) : []),
    what: texts('Spaces aren’t allowed here.', '此处不能有空格。'),
    remedy: texts(
      'Mainland names have no spaces. Elsewhere one space may stand between words.',
      '中国大陆签名不能有空格；国际签名仅可在单词间保留一个空格。',
    ),
    passes: { name: 'Hong Yan' },
    fails: { name: 'Hong  Yan' },
  }),
  rule({
    id: 'name-characters',
    field: 'name',
    severity: 'error',
    code: 'name_rule',
    find: (form) => {
      if (isNumeric(form)) return []
      const found = inChina(form) ? matches(form.name, MAINLAND_SIGN) : []
      return found.length > 0 || !elsewhere(form) ? found : refusedAbroad(form.name)
    },
    what: texts('The name has a character that carriers don’t accept.', '签名包含运营商不支持的字符。'),
    remedy: texts(
      'Use letters and digits. Chinese characters are for mainland China only.',
      '请仅使用字母和数字；汉字仅限中国大陆签名。',
    ),
    passes: { name: 'Hongyan 24' },
    fails: { name: 'Hongyan!' },
  }),
  rule({
    id: 'name-digits',
    field: 'name',
    severity: 'error',
    code: 'name_rule',
    mainland: true,
    find: ({ name }) => when(/^\d+$/.test(name.trim())),
    what: texts('A mainland name can’t be digits only.', '签名不能为纯数字。'),
    remedy: texts('Add the name of your company or product.', '请加上公司或产品名称。'),
    passes: { name: '鸿雁360', regions: ['cn'] },
    fails: { name: '123456', regions: ['cn'] },
  }),
  rule({
    id: 'numeric-sender',
    field: 'name',
    severity: 'error',
    code: 'name_rule',
    mainland: false,
    find: (form) => when(isNumeric(form)),
    what: texts('Numeric sender IDs must be numbers you own with us.', '数字签名须为您在本平台拥有的号码。'),
    remedy: texts(
      'You can’t buy numbers yet. Use a name with a letter.',
      '号码尚未开放购买，请使用至少含一个字母的名称。',
    ),
    passes: { name: 'Hongyan24' },
    fails: { name: '12345' },
  }),
  rule({
    id: 'name-number',
    field: 'name',
    severity: 'error',
    code: 'name_rule',
    find: (form) => (isNumeric(form) ? [] : matches(form.name, /\d{7,}/g)),
    what: texts('The name contains what looks like a phone or ID number.', '签名包含疑似电话或证件号码。'),
    remedy: texts('Remove the number.', '请删除该号码。'),
    passes: { name: 'Hongyan360' },
    fails: { name: 'HY5550100' },
  }),
  rule({
    id: 'name-test',
    field: 'name',
    severity: 'error',
    code: 'name_rule',
    mainland: true,
    find: ({ name }) => matches(name, TEST),
    what: texts('Mainland carriers refuse test names.', '运营商不受理测试签名。'),
    remedy: texts('Use the name of your company or product.', '请使用公司或产品名称。'),
    passes: { name: '鸿雁科技', regions: ['cn'] },
    fails: { name: '鸿雁测试', regions: ['cn'] },
  }),
  rule({
    id: 'name-topic',
    field: 'name',
    severity: 'rejection',
    code: 'content_forbidden',
    find: (form) =>
      namesTopics
        .filter(([, { exempt }]) => exempt === undefined || exempt !== form.industry)
        .flatMap(([id]) => matches(form.name, patternOfTopic(id, inChina(form)))),
    what: texts('The name is about a topic that carriers refuse.', '签名涉及运营商禁止的内容。'),
    remedy: texts('Use the registered name of your company.', '请使用公司的注册名称。'),
    passes: { name: 'Hongyan' },
    fails: { name: 'Casino24' },
  }),
  rule({
    id: 'name-neutral',
    field: 'name',
    severity: 'hint',
    code: 'name_rule',
    find: (form) => when(isNamed(form) && !isNumeric(form) && NEUTRAL_NAME.test(form.name)),
    what: texts('The name doesn’t say who you are.', '签名无法体现您的身份。'),
    remedy: texts(
      'Reviewers often reject such names. Add your company or product.',
      '此类签名常被驳回，建议加上公司或产品名称。',
    ),
    passes: { name: 'Hongyan' },
    fails: { name: 'Notice' },
  }),
  rule({
    id: 'source-refused',
    field: 'kind',
    severity: 'error',
    code: 'invalid_request',
    mainland: true,
    find: ({ kind }) => when(kind === EntityKind.WeChat || kind === EntityKind.EComm),
    what: texts('Mainland carriers no longer accept names from this source.', '运营商不再受理此来源的新签名。'),
    remedy: texts(
      'Use your company’s name with its licence, or a registered trade mark.',
      '请改用企业名称（营业执照）或注册商标。',
    ),
    passes: { name: '鸿雁科技', regions: ['cn'] },
    fails: { name: '鸿雁科技', regions: ['cn'], kind: EntityKind.WeChat },
  }),
  rule({
    id: 'source-limited',
    field: 'kind',
    severity: 'rejection',
    code: 'invalid_request',
    mainland: true,
    find: ({ kind }) => when(kind === EntityKind.Website),
    what: texts('None of our upstreams accepts website names in mainland China.', '目前没有通道受理网站来源的签名。'),
    remedy: texts(
      'Use your company’s name with its licence, or a registered trade mark.',
      '请改用企业名称（营业执照）或注册商标。',
    ),
    passes: { name: '鸿雁科技', regions: ['cn'] },
    fails: {
      name: '鸿雁网',
      regions: ['cn'],
      kind: EntityKind.Website,
      evidence: { domain: 'example.cn', icp_number: '沪ICP备12345678号-1', domain_proof: 'file' },
    },
  }),
  rule({
    id: 'source-slow',
    field: 'kind',
    severity: 'hint',
    code: 'invalid_request',
    mainland: true,
    find: ({ kind }) => when(kind === EntityKind.Application),
    what: texts('Carriers file app names slowly and reject many.', '应用名称报备较慢，且常被运营商驳回。'),
    remedy: texts('A company name or trade mark is filed faster.', '建议改用企业名称或注册商标。'),
    passes: { name: '鸿雁科技', regions: ['cn'] },
    fails: { name: '鸿雁应用', regions: ['cn'], kind: EntityKind.Application },
  }),
  rule({
    id: 'regions-required',
    field: 'regions',
    severity: 'error',
    code: 'missing_params',
    find: ({ regions }) => when(regions.length === 0),
    what: texts('Choose at least one region.', '请至少选择一个地区。'),
    remedy: texts('Choose where your messages go.', '请选择短信的发送地区。'),
    passes: { regions: ['intl'] },
    fails: { regions: [] },
  }),
  rule({
    id: 'scenes-required',
    field: 'scenes',
    severity: 'error',
    code: 'missing_params',
    find: ({ scenes }) => when(scenes.length === 0),
    what: texts('Choose at least one scene.', '请至少选择一个场景。'),
    remedy: texts('Choose what you send under this name.', '请选择该签名的发送场景。'),
    passes: { scenes: [MessageScene.Notification] },
    fails: { scenes: [] },
  }),
  rule({
    id: 'codes-only',
    field: 'scenes',
    severity: 'hint',
    code: 'scene_mismatch',
    find: ({ scenes }) => when(scenes.length === 1 && scenes[0] === MessageScene.Verification),
    what: texts('Only templates of verification codes can use this name.', '该签名仅可用于验证码模板。'),
    remedy: texts('Choose the other scenes too if you send notices.', '如需发送通知，请同时选择其他场景。'),
    passes: { scenes: [MessageScene.Verification, MessageScene.Notification] },
    fails: { scenes: [MessageScene.Verification] },
  }),
  rule({
    id: 'sender-industry',
    field: 'industry',
    severity: 'hint',
    code: 'content_forbidden',
    mainland: true,
    find: ({ industry, scenes }) =>
      when(
        (industry === 'EDUCATION' || industry === 'GAME') &&
          scenes.some((scene) => scene !== MessageScene.Verification),
      ),
    what: texts('Carriers take only verification codes of this industry.', '运营商仅受理该行业的验证码短信。'),
    remedy: texts('Choose the verification scene alone.', '请仅选择验证码场景。'),
    passes: { name: '鸿雁科技', regions: ['cn'], industry: 'GAME', scenes: [MessageScene.Verification] },
    fails: { name: '鸿雁科技', regions: ['cn'], industry: 'GAME', scenes: [MessageScene.Notification] },
  }),
  rule({
    id: 'purpose-required',
    field: 'purpose',
    severity: 'error',
    code: 'missing_params',
    find: ({ purpose }) => when(isBlank(purpose)),
    what: texts('Describe the purpose.', '请填写用途说明。'),
    remedy: texts('Say what you send, and to whom.', '请说明发送内容和接收对象。'),
    passes: { purpose: 'Order notices for customers of our shop.' },
    fails: { purpose: '' },
  }),
  rule({
    id: 'purpose-length',
    field: 'purpose',
    severity: 'error',
    code: 'invalid_request',
    find: ({ purpose }) => (isBlank(purpose) ? [] : lengthOff(purpose, limits.purpose)),
    what: texts('The purpose needs {min} to {max} characters.', '用途说明应为 {min} 至 {max} 个字符。'),
    remedy: texts('Say what you send, and to whom.', '请说明发送内容和接收对象。'),
    passes: { purpose: 'Order notices for customers of our shop.' },
    fails: { purpose: 'Notices' },
  }),
  rule({
    id: 'evidence-required',
    field: 'licence',
    severity: 'error',
    code: 'evidence_missing',
    find: (form) =>
      neededEvidence(form)
        .filter((field) => isBlank(form.evidence[field] ?? ''))
        .map((field) => ({ field })),
    what: texts('This evidence is required.', '此项证明材料为必填项。'),
    remedy: texts('Add it. Reviewers check it against the name.', '审核时会与签名核对。'),
    passes: { usage: 'own' },
    fails: { evidence: {} },
  }),
  rule({
    id: 'evidence-length',
    field: 'registration_number',
    severity: 'error',
    code: 'invalid_request',
    find: (form) =>
      evidenceTexts
        .filter((field) => lengthOf(form.evidence[field] ?? '') > limits.evidenceText)
        .map((field) => ({ field, values: { max: String(limits.evidenceText) } })),
    what: texts('Use up to {max} characters.', '最多 {max} 个字符。'),
    remedy: texts('Shorten it.', '请缩短内容。'),
    passes: { usage: 'own' },
    fails: { evidence: { registration_number: '1'.repeat(limits.evidenceText + 1), licence: 'file' } },
  }),
  rule({
    id: 'registration-number',
    field: 'registration_number',
    severity: 'error',
    code: 'invalid_request',
    mainland: true,
    find: evidence(
      'registration_number',
      (text, _, { partition }) => partition !== Partition.Cn || checkUscc(plainNumber(text)) === 'ok',
    ),
    what: texts('Not a valid unified social credit code.', '统一社会信用代码不正确。'),
    remedy: texts('Compare it with the licence, character by character.', '请对照营业执照逐位核对。'),
    passes: {
      name: '鸿雁科技',
      regions: ['cn'],
      evidence: { registration_number: '91350100M000100Y43', licence: 'file' },
    },
    fails: {
      name: '鸿雁科技',
      regions: ['cn'],
      evidence: { registration_number: '91350100M000100Y44', licence: 'file' },
    },
  }),
  rule({
    id: 'domain-form',
    field: 'domain',
    severity: 'error',
    code: 'invalid_request',
    find: evidence('domain', (text) => DOMAIN.test(text)),
    what: texts('Not a domain name.', '域名格式不正确。'),
    remedy: texts('Enter it without http and path, for example example.com.', '请填写域名本身，例如 example.com。'),
    passes: { kind: EntityKind.Website, evidence: { domain: 'example.com', domain_proof: 'file' } },
    fails: { kind: EntityKind.Website, evidence: { domain: 'our website', domain_proof: 'file' } },
  }),
  rule({
    id: 'name-domain',
    field: 'domain',
    severity: 'hint',
    code: 'invalid_request',
    find: evidence('domain', (text, { name }) => isBlank(name) || !DOMAIN.test(text) || isLikeDomain(name, text)),
    what: texts('The name doesn’t appear in this domain.', '域名与签名不一致。'),
    remedy: texts('Use the name of the website, or prove another source.', '请使用网站名称，或改用其他签名来源。'),
    passes: { kind: EntityKind.Website, evidence: { domain: 'www.hongyan.example', domain_proof: 'file' } },
    fails: { kind: EntityKind.Website, evidence: { domain: 'lumen.example', domain_proof: 'file' } },
  }),
  rule({
    id: 'name-account',
    field: 'account_name',
    severity: 'hint',
    code: 'invalid_request',
    find: evidence('account_name', (text, { name }) => isBlank(name) || isLikeAccount(name, text)),
    what: texts('The account has another name.', '账号名称与签名不一致。'),
    remedy: texts('Use the name of the account, or prove another source.', '请使用账号名称，或改用其他签名来源。'),
    passes: { kind: EntityKind.WeChat, evidence: { account_name: 'Hongyan Parcels', admin_screenshot: 'file' } },
    fails: { kind: EntityKind.WeChat, evidence: { account_name: 'Lumen', admin_screenshot: 'file' } },
  }),
  rule({
    id: 'icp-form',
    field: 'icp_number',
    severity: 'error',
    code: 'invalid_request',
    mainland: true,
    find: evidence('icp_number', (text) => ICP.test(text)),
    what: texts('Not an ICP number.', 'ICP 备案号格式不正确。'),
    remedy: texts(
      'Enter it as in the ICP register, for example 京ICP备12345678号-1.',
      '请按备案信息填写，例如 京ICP备12345678号-1。',
    ),
    passes: {
      name: '鸿雁网',
      regions: ['cn'],
      kind: EntityKind.Website,
      evidence: { domain: 'example.cn', icp_number: '沪ICP备12345678号-1', domain_proof: 'file' },
    },
    fails: {
      name: '鸿雁网',
      regions: ['cn'],
      kind: EntityKind.Website,
      evidence: { domain: 'example.cn', icp_number: '12345678', domain_proof: 'file' },
    },
  }),
  rule({
    id: 'store-link',
    field: 'store_url',
    severity: 'error',
    code: 'invalid_request',
    find: evidence('store_url', (text) => WEB_ADDRESS.test(text)),
    what: texts('Not a web address.', '网址格式不正确。'),
    remedy: texts('Copy the address of the page in the store.', '请复制应用或店铺页面的网址。'),
    passes: {
      kind: EntityKind.Application,
      evidence: { store_url: 'https://apps.example.com/hongyan', console_screenshot: 'file' },
    },
    fails: { kind: EntityKind.Application, evidence: { store_url: 'our shop', console_screenshot: 'file' } },
  }),
  rule({
    id: 'trademark-form',
    field: 'trademark_number',
    severity: 'error',
    code: 'invalid_request',
    mainland: true,
    find: evidence('trademark_number', (text) => TRADE_MARK.test(text)),
    what: texts('Not a trade mark number of mainland China.', '商标注册号格式不正确。'),
    remedy: texts('Compare it with the certificate.', '请对照商标注册证核对。'),
    passes: {
      name: '鸿雁',
      regions: ['cn'],
      kind: EntityKind.TradeMark,
      evidence: { trademark_number: '12345678', certificate: 'file' },
    },
    fails: {
      name: '鸿雁',
      regions: ['cn'],
      kind: EntityKind.TradeMark,
      evidence: { trademark_number: 'Hongyan', certificate: 'file' },
    },
  }),
  rule({
    id: 'authorisation-date',
    field: 'authorised_until',
    severity: 'error',
    code: 'invalid_request',
    find: evidence('authorised_until', isDate),
    what: texts('Not a date.', '日期格式不正确。'),
    remedy: texts('Enter the day on which the authorisation ends.', '请填写授权书的截止日期。'),
    passes: { usage: 'own' },
    fails: lent('next year'),
  }),
  rule({
    id: 'authorisation-expired',
    field: 'authorised_until',
    severity: 'error',
    code: 'third_party_authorisation_expired',
    find: (form, { today }) => when(isLent(form) && isDate(ends(form)) && ends(form) < today),
    what: texts('The authorisation has expired.', '授权书已过期。'),
    remedy: texts('Have a new one signed and upload it.', '请重新签署授权书后上传。'),
    passes: lent('2030-12-31'),
    fails: lent('2020-12-31'),
  }),
  rule({
    id: 'authorisation-ending',
    field: 'authorised_until',
    severity: 'hint',
    code: 'third_party_authorisation_expired',
    find: (form, { today }) =>
      when(isLent(form) && isDate(ends(form)) && ends(form) >= today && isSoon(ends(form), today), {
        days: String(limits.authorisationWarn / DAY),
      }),
    what: texts('The authorisation ends within {days} days.', '授权书将在 {days} 天内到期。'),
    remedy: texts('Use a longer one to avoid another review.', '建议提供有效期更长的授权书，以免再次审核。'),
    passes: lent('2030-12-31'),
    fails: lent('2026-12-31'),
  }),
] as const

/** A sender ID that a client lent until a day. */
function lent(authorised_until: string): Partial<SignatureForm> {
  const files = { licence: 'file', owner_licence: 'file', authorisation: 'file' }
  return { usage: 'third_party', evidence: { registration_number: 'HRB 12345', ...files, authorised_until } }
}

export type SignatureRuleId = (typeof signatureRules)[number]['id']
