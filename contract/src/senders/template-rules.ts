import { templates as limits } from '../limits/senders.ts'
import { MessageScene } from '../vocabulary/message.ts'
import { ReviewStatus } from '../vocabulary/review.ts'
import type { TemplateField } from '../vocabulary/template.ts'
import { variableNames } from './content.ts'
import { wordsIn } from './content-text.ts'
import type { TemplateForm } from './forms.ts'
import { isBlank, lengthOf, type Rule, texts, when } from './rule.ts'
import { templateCharacterRules, templateTextRules } from './template-text-rules.ts'
import { templateVariableRules } from './template-variable-rules.ts'
import { patternOfTopic, topicEntries, type TopicId } from './topics.ts'

type TemplateRule<Id extends string> = Rule<TemplateForm, TemplateField, Id>

const rule = <const Id extends string>(one: TemplateRule<Id>): TemplateRule<Id> => one

const { Notification, Marketing } = MessageScene
const { PreApproved, Approved } = ReviewStatus

/** A customer's own code. */
const CODE = /^[a-z][a-z0-9_]{2,47}$/
const RESERVED = 'pub_'

/** A language of two or three letters, as BCP 47 writes it. */
function isLanguage(tag: string): boolean {
  try {
    return /^[a-z]{2,3}(?:-|$)/i.test(tag) && Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

const formRules = [
  rule({
    id: 'template-name-required',
    field: 'name',
    severity: 'error',
    code: 'missing_params',
    find: ({ name }) => when(isBlank(name)),
    what: texts('Enter a name.', '请输入模板名称。'),
    remedy: texts('Use any name. Recipients never see it.', '收件人不会看到该名称。'),
    passes: { name: 'Order shipped' },
    fails: { name: ' ' },
  }),
  rule({
    id: 'template-name-long',
    field: 'name',
    severity: 'error',
    code: 'invalid_request',
    find: ({ name }) => when(lengthOf(name) > limits.nameMax, { max: String(limits.nameMax) }),
    what: texts('The name can have up to {max} characters.', '模板名称最多 {max} 个字符。'),
    remedy: texts('Shorten it.', '请缩短名称。'),
    passes: { name: 'Order shipped' },
    fails: { name: 'Order shipped '.repeat(5) },
  }),
  rule({
    id: 'code-syntax',
    field: 'code',
    severity: 'error',
    code: 'invalid_request',
    find: ({ code }) => when(code !== '' && !CODE.test(code)),
    what: texts('A code needs 3 to 48 characters, a letter first.', '模板代码为 3 至 48 个字符，并以字母开头。'),
    remedy: texts('Use lowercase letters, digits and underscores.', '请使用小写字母、数字和下划线。'),
    passes: { code: 'order_shipped' },
    fails: { code: 'Order-Shipped' },
  }),
  rule({
    id: 'code-reserved',
    field: 'code',
    severity: 'error',
    code: 'invalid_request',
    find: ({ code }) => when(code.startsWith(RESERVED)),
    what: texts('“pub_” is reserved for public templates.', '“pub_”为公共模板保留。'),
    remedy: texts('Start it differently.', '请使用其他前缀。'),
    passes: { code: 'order_shipped' },
    fails: { code: 'pub_shipped' },
  }),
  rule({
    id: 'language-unknown',
    field: 'language',
    severity: 'error',
    code: 'invalid_request',
    find: ({ language }) => when(!isLanguage(language)),
    what: texts('Unknown language.', '语言不存在。'),
    remedy: texts('Choose one, for example en, zh-CN or pt-BR.', '请选择语言，例如 zh-CN、en 或 pt-BR。'),
    passes: { language: 'pt-BR' },
    fails: { language: 'english' },
  }),
] as const

const closingRules = [
  rule({
    id: 'sender-not-approved',
    field: 'signature_id',
    severity: 'error',
    code: 'signature_not_approved',
    find: (_, { sender }) => when(sender !== undefined && sender.status !== Approved && sender.status !== PreApproved),
    what: texts('The sender ID isn’t approved.', '签名尚未审核通过。'),
    remedy: texts('Wait for its review, or choose another.', '请等待审核，或选择其他签名。'),
    passes: { sender: { status: Approved, scenes: [Notification] } },
    fails: { sender: { status: ReviewStatus.Pending, scenes: [Notification] } },
  }),
  rule({
    id: 'sender-scene',
    field: 'signature_id',
    severity: 'error',
    code: 'scene_mismatch',
    find: ({ scene }, { sender }) => when(sender !== undefined && !sender.scenes.includes(scene)),
    what: texts('The sender ID isn’t for this scene.', '该签名不适用于此场景。'),
    remedy: texts('Add the scene to the sender ID, or choose another.', '请为该签名增加场景，或选择其他签名。'),
    passes: { sender: { status: Approved, scenes: [Notification] } },
    fails: { sender: { status: Approved, scenes: [MessageScene.Verification] } },
  }),
  rule({
    id: 'restricted-industry',
    field: 'industry',
    severity: 'rejection',
    code: 'content_forbidden',
    mainland: true,
    scenes: [Notification, Marketing],
    find: ({ industry }) => when(industry === 'EDUCATION' || industry === 'GAME'),
    what: texts('Carriers take only verification codes of this industry.', '运营商仅受理该行业的验证码短信。'),
    remedy: texts('Choose the scene of verification codes.', '请选择验证码场景。'),
    passes: { content: '您的订单已发货，请留意查收。' },
    fails: { content: '您的账号已在新设备登录，请留意。', industry: 'GAME' },
  }),
  rule({
    id: 'usage-note-required',
    field: 'usage_note',
    severity: 'error',
    code: 'missing_params',
    find: ({ usage_note: note, scene, content }) =>
      when(isBlank(note) && (scene === Marketing || variableNames(content).length > limits.unexplainedVariables)),
    what: texts('Describe when this is sent.', '请填写使用说明。'),
    remedy: texts(
      'Say who receives it, and give an example with its values.',
      '请说明接收对象，并给出代入变量后的示例。',
    ),
    passes: { usage_note: '' },
    fails: { scene: Marketing, content: 'New autumn coats are in. Reply STOP to opt out.', usage_note: '' },
  }),
  rule({
    id: 'usage-note-long',
    field: 'usage_note',
    severity: 'error',
    code: 'invalid_request',
    find: ({ usage_note: note }) => when(lengthOf(note) > limits.usageNoteMax, { max: String(limits.usageNoteMax) }),
    what: texts('The note can have up to {max} characters.', '使用说明最多 {max} 个字符。'),
    remedy: texts('Shorten it.', '请缩短说明。'),
    passes: { usage_note: 'Sent when an order leaves.' },
    fails: { usage_note: 'Sent when an order leaves. '.repeat(20) },
  }),
] as const

/** A rule of each forbidden topic. */
const topicRules = topicEntries.map(
  ([
    topic,
    { name, scenes, exempt, mainland, everywhere, elsewhere, passes, fails },
  ]): TemplateRule<`topic-${TopicId}`> => ({
    id: `topic-${topic}`,
    field: 'content',
    severity: 'rejection',
    code: 'content_forbidden',
    ...(everywhere === undefined && elsewhere === undefined && mainland !== undefined && { mainland: true }),
    ...(scenes && { scenes }),
    find: ({ content, industry, scene }, { partition }) =>
      exempt === industry && scene !== Marketing ? [] : wordsIn(content, patternOfTopic(topic, partition === 'cn')),
    what: {
      en: `“{word}”: carriers refuse texts about ${name.en}.`,
      zh: `“{word}”：运营商禁止发送${name.zh}相关内容。`,
    },
    remedy: texts('Remove it, or contact support if you mean something else.', '请删除；如有误判，请联系客服。'),
    passes: { content: passes },
    fails: { content: fails },
  }),
)

/** The rules of templates (screens S3), in the order of the form. */
export const templateRules = [
  ...formRules,
  ...templateTextRules,
  ...topicRules,
  ...templateCharacterRules,
  ...closingRules,
  ...templateVariableRules,
]

export type TemplateRuleId = (typeof templateRules)[number]['id']
