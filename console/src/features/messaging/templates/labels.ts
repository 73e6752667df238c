import { Locale } from '@hongyan/contract/vocabulary/account'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { type TemplateField, templateFields, type VariableType } from '@hongyan/contract/vocabulary/template'
import type { TextId } from '../../../i18n/ids.ts'
import { t, useLocale } from '../../../i18n/text.ts'

export const scenes = [MessageScene.Verification, MessageScene.Notification, MessageScene.Marketing] as const

export const sceneLabels: Readonly<Record<MessageScene, TextId>> = {
  [MessageScene.Verification]: 'templates.verification',
  [MessageScene.Notification]: 'templates.notification',
  [MessageScene.Marketing]: 'templates.marketing',
}

export const typeLabels: Readonly<Record<VariableType, TextId>> = {
  code: 'templates.typeCode',
  number: 'templates.typeNumber',
  money: 'templates.typeMoney',
  datetime: 'templates.typeDatetime',
  phone: 'templates.typePhone',
  name: 'templates.typeName',
  text: 'templates.typeText',
  url: 'templates.typeUrl',
  id: 'templates.typeId',
}

const fieldLabels: Readonly<Record<TemplateField, TextId>> = {
  name: 'templates.name',
  code: 'templates.code',
  scene: 'templates.scene',
  language: 'templates.language',
  content: 'templates.content',
  signature_id: 'templates.sender',
  industry: 'templates.industry',
  usage_note: 'templates.usageNote',
  variables: 'templates.variables',
}

/** The label of a field that a reason names. */
export function fieldLabel(name: string): string {
  const field = templateFields.find((known) => known === name)
  return field === undefined ? name : t(fieldLabels[field])
}

/** The languages that the form offers; others are kept where a template has them. */
export const languages = [
  'en',
  'zh-CN',
  'zh-TW',
  'ar',
  'de',
  'es',
  'fr',
  'hi',
  'id',
  'it',
  'ja',
  'ko',
  'ms',
  'nl',
  'pl',
  'pt-BR',
  'ru',
  'th',
  'tr',
  'vi',
] as const

/** Chinese is named by its script, as its readers name it. */
const scripts: Readonly<Record<string, string>> = { 'zh-CN': 'zh-Hans', 'zh-TW': 'zh-Hant' }

/** Returns the names of languages in the current one. */
export function useLanguageName(): (tag: string) => string {
  const locale = useLocale()
  const names = new Intl.DisplayNames([locale === Locale.English ? 'en' : locale], { type: 'language' })
  return (tag) => names.of(scripts[tag] ?? tag) ?? tag
}
