import { templates as limits } from '../limits/senders.ts'
import { MessageScene } from '../vocabulary/message.ts'
import type { TemplateField, TemplateVariable, VariableType } from '../vocabulary/template.ts'
import { fitsVariable, variableNames } from './content.ts'
import type { TemplateForm } from './forms.ts'
import { isBlank, type Place, type Rule, texts, when } from './rule.ts'

type TemplateRule<Id extends string> = Rule<TemplateForm, TemplateField, Id>

const rule = <const Id extends string>(one: Omit<TemplateRule<Id>, 'field'>): TemplateRule<Id> => ({
  field: 'variables',
  ...one,
})

const { Verification } = MessageScene

const NAME = /^[a-z][a-z0-9_]{0,31}$/

/** The declared variables at fault, by their names. */
const those = (
  { variables }: TemplateForm,
  isAtFault: (variable: TemplateVariable, index: number) => boolean,
  values: (variable: TemplateVariable) => Readonly<Record<string, string>> = () => ({}),
): readonly Place<never>[] =>
  variables.filter(isAtFault).map((variable) => ({ values: { variable: variable.name, ...values(variable) } }))

const least = ({ type }: TemplateVariable): number => (type === 'code' ? limits.code.min : 1)
const most = ({ type }: TemplateVariable): number => limits.valueMax[type]
const isLengthFine = (variable: TemplateVariable): boolean =>
  Number.isInteger(variable.max_length) &&
  variable.max_length >= least(variable) &&
  variable.max_length <= most(variable)

/** The types that the names of variables speak of. */
const SPOKEN: readonly (readonly [RegExp, VariableType])[] = [
  [/(?:^|_)(?:code|otp|pin)$/, 'code'],
  [/(?:^|_)(?:amount|price|money|fee|total|balance)$/, 'money'],
  [/(?:^|_)(?:date|time|datetime)$/, 'datetime'],
  [/(?:^|_)(?:phone|mobile|tel)$/, 'phone'],
  [/(?:^|_)(?:url|link)$/, 'url'],
]
const spokenType = (name: string): VariableType | undefined => SPOKEN.find(([shape]) => shape.test(name))?.[1]

const usedIn = ({ content, variables }: TemplateForm): readonly TemplateVariable[] => {
  const names = new Set(variableNames(content))
  return variables.filter(({ name }) => names.has(name))
}
const codesIn = (form: TemplateForm): number => usedIn(form).filter(({ type }) => type === 'code').length

/** The rules of a template's variables (screens S3). */
export const templateVariableRules = [
  rule({
    id: 'variables-many',
    severity: 'error',
    code: 'invalid_request',
    find: ({ content, variables }) =>
      when(Math.max(variables.length, variableNames(content).length) > limits.variables, {
        max: String(limits.variables),
      }),
    what: texts('A template can have up to {max} variables.', '每个模板最多 {max} 个变量。'),
    remedy: texts('Write the others as fixed text.', '请将其余内容写为固定文字。'),
    passes: { content: 'Your order {order} has shipped.', variables: [order()] },
    fails: numbered(limits.variables + 1),
  }),
  rule({
    id: 'variable-name',
    severity: 'error',
    code: 'variable_syntax',
    find: (form) => those(form, ({ name }) => !NAME.test(name)),
    what: texts('“{variable}” isn’t a valid variable name.', '“{variable}”不能作为变量名。'),
    remedy: texts(
      'Use lowercase letters, digits and underscores, starting with a letter.',
      '请使用小写字母、数字和下划线，并以字母开头。',
    ),
    passes: { content: 'Your order {order} has shipped.', variables: [order()] },
    fails: { variables: [{ ...order(), name: 'Order' }] },
  }),
  rule({
    id: 'variable-twice',
    severity: 'error',
    code: 'invalid_request',
    find: (form) =>
      those(form, ({ name }, index) => form.variables.findIndex((other) => other.name === name) !== index),
    what: texts('The variable “{variable}” is declared twice.', '变量“{variable}”重复。'),
    remedy: texts('Remove one of them.', '请删除其中一个。'),
    passes: { content: 'Your order {order} has shipped.', variables: [order()] },
    fails: { content: 'Your order {order} has shipped.', variables: [order(), order()] },
  }),
  rule({
    id: 'variable-unused',
    severity: 'error',
    code: 'variable_unused_type',
    find: (form) => {
      const names = new Set(variableNames(form.content))
      return those(form, ({ name }) => NAME.test(name) && !names.has(name))
    },
    what: texts('The variable “{variable}” isn’t in the text.', '内容中没有变量“{variable}”。'),
    remedy: texts('Write it into the text, or remove it.', '请将其加入内容，或删除。'),
    passes: { content: 'Your order {order} has shipped.', variables: [order()] },
    fails: { content: 'Your order has shipped.', variables: [order()] },
  }),
  rule({
    id: 'variable-length',
    severity: 'error',
    code: 'invalid_request',
    find: (form) =>
      those(
        form,
        (variable) => !isLengthFine(variable),
        (variable) => ({ min: String(least(variable)), max: String(most(variable)) }),
      ),
    what: texts(
      'The length of “{variable}” must be between {min} and {max}.',
      '变量“{variable}”的长度应为 {min} 至 {max}。',
    ),
    remedy: texts('Set how many characters its values may have.', '请设置变量值的最大字符数。'),
    passes: { content: 'Your order {order} has shipped.', variables: [order()] },
    fails: { content: 'Your order {order} has shipped.', variables: [{ ...order(), max_length: 0 }] },
  }),
  rule({
    id: 'sample-required',
    severity: 'error',
    code: 'missing_params',
    find: (form) => those(form, ({ sample }) => isBlank(sample)),
    what: texts('The variable “{variable}” needs a sample.', '请填写变量“{variable}”的示例值。'),
    remedy: texts('Enter a value as you’d send it.', '请填写实际发送时的值。'),
    passes: { content: 'Your order {order} has shipped.', variables: [order()] },
    fails: { content: 'Your order {order} has shipped.', variables: [{ ...order(), sample: '' }] },
  }),
  rule({
    id: 'sample-unfit',
    severity: 'error',
    code: 'invalid_request',
    find: (form) =>
      those(
        form,
        (variable) => !isBlank(variable.sample) && isLengthFine(variable) && !fitsVariable(variable, variable.sample),
      ),
    what: texts(
      'The sample of “{variable}” doesn’t fit its type or length.',
      '变量“{variable}”的示例值与类型或长度不符。',
    ),
    remedy: texts('Change the sample, the type or the length.', '请修改示例值、类型或长度。'),
    passes: { content: 'Your order {order} has shipped.', variables: [order()] },
    fails: { content: 'Your order {order} has shipped.', variables: [{ ...order(), type: 'money', sample: 'much' }] },
  }),
  rule({
    id: 'vague-type',
    severity: 'hint',
    code: 'variable_unused_type',
    find: (form) =>
      those(
        form,
        ({ name, type }) => type === 'text' && spokenType(name) !== undefined,
        ({ name }) => ({ type: spokenType(name) ?? '' }),
      ),
    what: texts('“{variable}” looks like the type “{type}”.', '变量“{variable}”更适合类型“{type}”。'),
    remedy: texts('An exact type passes review sooner.', '使用准确的类型更易通过审核。'),
    passes: { content: 'Your order {order} has shipped.', variables: [order()] },
    fails: {
      content: 'You paid {price} today.',
      variables: [{ name: 'price', type: 'text', max_length: 10, sample: '12.50' }],
    },
  }),
  rule({
    id: 'url-variable',
    severity: 'error',
    code: 'content_forbidden',
    mainland: true,
    find: (form) => those(form, ({ type }) => type === 'url'),
    what: texts('In mainland China a link can’t be a variable.', '链接不能作为变量。'),
    remedy: texts('Write the link as fixed text.', '请将链接写为固定文字。'),
    passes: { content: '您的订单{order}已发货，请留意查收。', variables: [order()] },
    fails: {
      content: '点击{link}查看您的电子账单。',
      variables: [{ name: 'link', type: 'url', max_length: 60, sample: 'https://example.cn/1' }],
    },
  }),
  rule({
    id: 'code-count',
    severity: 'error',
    code: 'scene_mismatch',
    scenes: [Verification],
    find: (form) => when(!isBlank(form.content) && codesIn(form) !== 1),
    what: texts(
      'A verification template needs exactly one variable of type code.',
      '验证码模板须有且仅有一个验证码类型的变量。',
    ),
    remedy: texts(
      'Set the type to code for that variable only.',
      '请将验证码变量的类型设为“验证码”，其他变量不可使用该类型。',
    ),
    passes: { scene: Verification, content: 'Your code is {code}.', variables: [code()] },
    fails: { scene: Verification, content: 'Your code is ready.' },
  }),
  rule({
    id: 'code-companions',
    severity: 'error',
    code: 'scene_mismatch',
    scenes: [Verification],
    find: (form) => {
      const others = usedIn(form).filter(({ type }) => type !== 'code')
      return codesIn(form) === 1 &&
        (others.length > 1 || others.some(({ type }) => type !== 'number' && type !== 'datetime'))
        ? others.map(({ name }) => ({ values: { variable: name } }))
        : []
    },
    what: texts(
      'Besides the code, only one number or time variable is allowed.',
      '除验证码外，仅可再有一个变量，且须为数字或时间。',
    ),
    remedy: texts('Write “{variable}” as fixed text.', '请将“{variable}”写为固定文字。'),
    passes: { scene: Verification, content: 'Your code is {code}.', variables: [code()] },
    fails: { scene: Verification, content: 'Your code for order {order} is {code}.', variables: [order(), code()] },
  }),
] as const

/** An order number as a variable. */
function order() {
  return { name: 'order', type: 'id', max_length: 20, sample: 'SO20261123' } as const
}

function code() {
  return { name: 'code', type: 'code', max_length: 6, sample: '482915' } as const
}

/** A content with so many variables. */
function numbered(count: number) {
  const variables = Array.from(
    { length: count },
    (_, index) => ({ name: `v${index + 1}`, type: 'number', max_length: 3, sample: '1' }) as const,
  )
  return { content: variables.map(({ name }) => `part {${name}}`).join(', '), variables }
}
