import type { Texts } from '../texts.ts'
import { type VariableType, variableTypes } from '../vocabulary/template.ts'
import { texts } from './rule.ts'

/** The names of the types, as the template form shows them. */
export const variableTypeNames: Readonly<Record<VariableType, Texts>> = {
  code: texts('Code', '验证码'),
  number: texts('Number', '数字'),
  money: texts('Amount', '金额'),
  datetime: texts('Date or time', '日期时间'),
  phone: texts('Phone number', '电话号码'),
  name: texts('Name', '姓名或名称'),
  text: texts('Text', '文本'),
  url: texts('Link', '链接'),
  id: texts('ID or number', '编号'),
}

export const isVariableType = (text: string): text is VariableType => variableTypes.some((type) => type === text)
