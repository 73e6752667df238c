import { Partition } from '../vocabulary/account.ts'
import { EntityKind } from '../vocabulary/review.ts'
import type { FormContext, SignatureForm, TemplateForm } from './forms.ts'
import type { Example, Rule } from './rule.ts'

/** The day on which the examples of the rules hold. */
const TODAY = '2026-11-23'

/** Forms without fault, from which the examples of the rules differ. */
export const signatureExample: SignatureForm = {
  name: 'Hongyan',
  kind: EntityKind.Entity,
  usage: 'own',
  regions: ['intl'],
  scenes: [1, 2],
  industry: 'ENTERPRISE_SRV',
  purpose: 'Order notices for customers of our shop.',
  evidence: { registration_number: 'HRB 12345', licence: 'file' },
}
export const templateExample: TemplateForm = {
  name: 'Order shipped',
  code: '',
  scene: 2,
  language: 'en',
  content: 'Your order has shipped.',
  signature_id: null,
  industry: 'ENTERPRISE_SRV',
  usage_note: 'Sent when an order leaves.',
  variables: [],
}
const mainlandEvidence = {
  registration_number: '91350100M000100Y43',
  licence: 'file',
  store_url: 'https://apps.example.cn/hongyan',
  console_screenshot: 'file',
  account_name: 'hongyan',
  admin_screenshot: 'file',
}

/** A form with the view of the world in which its rule holds. */
interface Placed<Form> {
  readonly form: Form
  readonly context: FormContext
}

/** An example of a sender ID's rule, in the part of the world where the rule holds. */
export function signatureOfExample(
  { mainland }: Pick<Rule<SignatureForm, never>, 'mainland'>,
  example: Example<SignatureForm>,
): Placed<SignatureForm> {
  const form = { ...signatureExample, ...(mainland && { evidence: mainlandEvidence }), ...example }
  return { form, context: { partition: form.regions.includes('cn') ? Partition.Cn : Partition.Us, today: TODAY } }
}

/** An example of a template's rule, in the part of the world where the rule holds. */
export function templateOfExample(
  { mainland, scenes }: Pick<Rule<TemplateForm, never>, 'mainland' | 'scenes'>,
  { sender, ...example }: Example<TemplateForm>,
): Placed<TemplateForm> {
  const scene = scenes?.[0]
  const form = {
    ...templateExample,
    ...(mainland && { language: 'zh-CN' }),
    ...(scene !== undefined && { scene }),
    ...example,
  }
  return {
    form,
    context: { partition: mainland ? Partition.Cn : Partition.Us, today: TODAY, ...(sender && { sender }) },
  }
}
