import type { Texts } from '../texts.ts'
import type { Locale } from '../vocabulary/account.ts'
import type { VerificationField } from '../vocabulary/verification.ts'

const label = (en: string, zh: string): Texts => ({ en, zh })

/** The name of each field, in the form, in notices and for reviewers. */
const labels: Readonly<Record<VerificationField, Texts>> = {
  name: label('Legal name', '名称'),
  uscc: label('Unified social credit code', '统一社会信用代码'),
  licence: label('Business licence', '营业执照'),
  country: label('Country or region', '国家或地区'),
  registration_number: label('Registration number', '注册号'),
  legal_representative: label('Legal representative', '法定代表人'),
  representative: label('Representative', '代表人'),
  id_number: label('ID number', '证件号码'),
  id_document: label('ID document', '身份证件'),
  id_front: label('ID card, front', '身份证正面'),
  id_back: label('ID card, back', '身份证反面'),
  id_expires_on: label('ID valid until', '证件有效期至'),
  operator_name: label('Operator', '经办人'),
  operator_phone: label('Operator’s phone', '经办人手机号'),
  authorisation: label('Letter of authorisation', '授权书'),
  industry: label('Industry', '所属行业'),
  address: label('Address', '地址'),
  website: label('Website', '网站'),
  use_case: label('Use case', '使用场景'),
  monthly_volume: label('Expected messages a month', '预计月发送量'),
  countries: label('Countries you send to', '发送的国家或地区'),
}

export const fieldLabel = (field: VerificationField, locale: Locale): string =>
  locale === 'zh-CN' ? labels[field].zh : labels[field].en
