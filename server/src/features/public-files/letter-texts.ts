import { Locale } from '@hongyan/contract/vocabulary/account'

/** A company authorises its operator, or the owner of a name lends it to an account as its sender ID. */
export const letterKinds = ['authorisation', 'sender-id'] as const
export type LetterKind = (typeof letterKinds)[number]

interface Fields {
  readonly heading: string
  readonly fields: readonly string[]
}

/** The texts that all letters have. */
interface Frame {
  readonly to: string
  readonly subject: string
  readonly signatures: Fields
}

interface OwnTexts {
  readonly title: string
  /** The parties and the subject of the authorisation. */
  readonly parts: readonly Fields[]
  readonly paragraphs: readonly string[]
  readonly note: string
}

type Letters = Frame & Readonly<Record<LetterKind, OwnTexts>>

const english: Letters = {
  to: 'To Hongyan',
  subject: 'Authorisation',
  signatures: { heading: 'Signature', fields: ['Legal representative', 'Company seal', 'Date'] },
  authorisation: {
    title: 'Letter of authorisation',
    parts: [
      { heading: 'Company', fields: ['Name', 'Unified social credit code', 'Legal representative'] },
      { heading: 'Operator', fields: ['Name', 'ID card number', 'Mobile number'] },
    ],
    paragraphs: [
      'The company authorises the operator named above to act for it towards Hongyan: to verify its identity, to apply for SMS sender IDs and message templates, and to submit the documents that this requires.',
      'What the operator does within this authorisation binds the company. The company answers for the messages that are sent under its sender IDs.',
      'The authorisation is valid for one year from the date below. The company may revoke it earlier in writing.',
    ],
    note: 'Print this page, complete it, and have it signed by the legal representative and sealed by the company. Upload a photo or scan in which all of it is legible.',
  },
  'sender-id': {
    title: 'Sender ID authorisation',
    parts: [
      { heading: 'Owner of the name', fields: ['Company', 'Registration number', 'Legal representative'] },
      { heading: 'Sender ID', fields: ['Name to use', 'Regions', 'Valid until'] },
      { heading: 'Authorised account', fields: ['Company', 'Account ID'] },
    ],
    paragraphs: [
      'The owner authorises the account above to use this name as the sender ID of its text messages, in these regions and until this day.',
      'The owner confirms that it holds the rights to the name. It may revoke the authorisation earlier in writing.',
    ],
    note: 'Print this page, complete it, and have it signed and sealed by the owner of the name. Upload a photo or scan in which all of it is legible.',
  },
}

const chinese: Letters = {
  to: '致：鸿雁',
  subject: '授权内容',
  signatures: { heading: '签署', fields: ['法定代表人（签字）', '单位公章', '日期'] },
  authorisation: {
    title: '授权书',
    parts: [
      { heading: '授权单位', fields: ['单位名称', '统一社会信用代码', '法定代表人'] },
      { heading: '经办人', fields: ['姓名', '身份证号码', '手机号码'] },
    ],
    paragraphs: [
      '兹授权上述经办人代表本单位在鸿雁平台办理企业实名认证，申请短信签名和短信模板，并提交所需材料。',
      '经办人在授权范围内的行为视为本单位行为。以本单位签名发送的短信，其内容由本单位承担法律责任。',
      '本授权自签署之日起一年内有效。本单位可书面提前撤销。',
    ],
    note: '请打印本页并填写完整，由法定代表人签字、加盖单位公章后，拍照或扫描上传。所有内容须清晰可辨。',
  },
  'sender-id': {
    title: '短信签名授权书',
    parts: [
      { heading: '签名所有者（授权方）', fields: ['单位名称', '统一社会信用代码', '法定代表人'] },
      { heading: '授权签名', fields: ['签名名称', '使用地区', '有效期至'] },
      { heading: '被授权账户', fields: ['单位名称', '账户 ID'] },
    ],
    paragraphs: [
      '兹授权上述账户在上述地区和有效期内，将该名称用作短信签名。',
      '授权方确认对该名称享有合法权利，并可书面提前撤销本授权。',
    ],
    note: '请打印本页并填写完整，由签名所有者的法定代表人签字、加盖单位公章后，拍照或扫描上传。所有内容须清晰可辨。',
  },
}

export const letterTexts: Readonly<Record<Locale, Letters>> = {
  [Locale.English]: english,
  [Locale.SimplifiedChinese]: chinese,
}
