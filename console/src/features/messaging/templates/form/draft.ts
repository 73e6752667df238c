import type { PublicTemplate, TemplateVersion } from '@hongyan/contract/endpoints/messaging/templates'
import type { TemplateForm } from '@hongyan/contract/senders/forms'
import { Locale, Partition } from '@hongyan/contract/vocabulary/account'
import { MessageScene } from '@hongyan/contract/vocabulary/message'

const empty = (locale: Locale): TemplateForm => ({
  name: '',
  code: '',
  scene: MessageScene.Notification,
  language: locale,
  content: '',
  signature_id: null,
  industry: 'ECOMMERCE',
  usage_note: '',
  variables: [],
})

/** The beginnings that the empty list offers. */
export const starters = ['code', 'order_notice', 'promotion'] as const
export type Starter = (typeof starters)[number]

type Beginning = Pick<TemplateForm, 'name' | 'scene' | 'content' | 'variables'>

const { Verification, Notification, Marketing } = MessageScene
const code = { name: 'code', type: 'code', max_length: 6, sample: '482913' } as const
const order = { name: 'order', type: 'id', max_length: 20, sample: 'A20261123' } as const

/** By language, since the text of a template is not a text of the console. */
const starterTexts: Readonly<Record<Locale, Readonly<Record<Starter, Beginning>>>> = {
  [Locale.English]: {
    code: {
      name: 'Verification code',
      scene: Verification,
      content: 'Your verification code is {code}. Never share it with anyone.',
      variables: [code],
    },
    order_notice: {
      name: 'Order shipped',
      scene: Notification,
      content: 'Your order {order} has shipped. It should arrive within three days.',
      variables: [order],
    },
    promotion: {
      name: 'Members’ week',
      scene: Marketing,
      content: 'Members’ week has started: 20% off all coats until Sunday.',
      variables: [],
    },
  },
  [Locale.SimplifiedChinese]: {
    code: {
      name: '验证码',
      scene: Verification,
      content: '您的验证码是{code}，请勿告知他人。',
      variables: [code],
    },
    order_notice: {
      name: '发货通知',
      scene: Notification,
      content: '您的订单{order}已发货，预计三天内送达。',
      variables: [order],
    },
    promotion: {
      name: '会员周',
      scene: Marketing,
      content: '会员周开始啦，全场大衣八折，周日截止。',
      variables: [],
    },
  },
}

const optOuts: Readonly<Record<Locale, string>> = {
  [Locale.English]: ' Reply STOP to opt out.',
  [Locale.SimplifiedChinese]: '回复STOP退订。',
}

/**
 * The form of a starter. Mainland texts are Chinese, because their review asks for Chinese words, and have no opt-out
 * line, because the product adds it.
 */
export function starterDraft(starter: Starter, locale: Locale, partition: Partition): TemplateForm {
  const isMainland = partition === Partition.Cn
  const language = isMainland ? Locale.SimplifiedChinese : locale
  const beginning = starterTexts[language][starter]
  const optOut = beginning.scene === Marketing && !isMainland ? optOuts[language] : ''
  return { ...empty(language), ...beginning, content: beginning.content + optOut }
}

export const newDraft = empty

export const publicDraft = (
  { name, scene, lang, content, variables }: PublicTemplate,
  locale: Locale,
): TemplateForm => ({
  ...empty(locale),
  name,
  scene,
  language: lang,
  content,
  variables,
})

/** The form of a version. A duplicate has no code, which is unique. */
export const draftOf = (version: TemplateVersion, code: string): TemplateForm => ({
  name: version.name,
  code,
  scene: version.scene,
  language: version.language,
  content: version.content,
  signature_id: version.signature?.id ?? null,
  industry: version.industry,
  usage_note: version.usage_note,
  variables: version.variables,
})
