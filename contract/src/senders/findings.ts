import { Locale, Partition } from '../vocabulary/account.ts'
import type { SignatureField } from '../vocabulary/signature.ts'
import type { TemplateField } from '../vocabulary/template.ts'
import type { FormContext, SignatureForm, TemplateForm } from './forms.ts'
import type { FindingCode, Range, Rule, Severity } from './rule.ts'
import { type SignatureRuleId, signatureRules } from './signature-rules.ts'
import { type TemplateRuleId, templateRules } from './template-rules.ts'
import { isVariableType, variableTypeNames } from './variable-type-names.ts'

/** The name of a rule. Stored reviews keep it, so it never changes its meaning. */
export type RuleId = SignatureRuleId | TemplateRuleId

interface Fault<Id extends RuleId, Field> {
  readonly rule: Id
  readonly field: Field
  readonly severity: Severity
  /** Its place in the field's text, in UTF-16 code units, where it has one. */
  readonly at?: Range
  /** Values that the rule's texts name. */
  readonly values?: Readonly<Record<string, string>>
}

/** A fault of a sender ID's form. */
export type SignatureFinding = Fault<SignatureRuleId, SignatureField>
/** A fault of a template's form. */
export type TemplateFinding = Fault<TemplateRuleId, TemplateField>
export type Finding = SignatureFinding | TemplateFinding

const byId = new Map<RuleId, Pick<Rule<never, never>, 'code' | 'what' | 'remedy'>>(
  [...signatureRules, ...templateRules].map((rule) => [rule.id, rule]),
)

function rowOf(rule: RuleId) {
  const row = byId.get(rule)
  if (row === undefined) throw new Error(`there is no rule ${rule}`)
  return row
}

/** True for the id of a rule. Ids from storage may be of a rule that is gone. */
export const isRuleId = (text: string): text is RuleId => byId.has(text as RuleId) // a look-up takes any text

function lint<Form, Field, Id extends RuleId>(
  rules: readonly Rule<Form, Field, Id>[],
  form: Form,
  context: FormContext,
): readonly Fault<Id, Field>[] {
  return rules.flatMap(({ id, field, severity, find }) =>
    find(form, context).map((place) => ({ rule: id, field, severity, ...place })),
  )
}

/**
 * Looks at a sender ID's form by all rules of its regions (screens S2). Returns the findings in the order of the form.
 */
export const lintSignature = (form: SignatureForm, context: FormContext): readonly SignatureFinding[] =>
  lint<SignatureForm, SignatureField, SignatureRuleId>(
    signatureRules.filter(({ mainland }) => mainland === undefined || form.regions.includes(mainland ? 'cn' : 'intl')),
    form,
    context,
  )

/** Looks at a template's form by all rules of its partition and scene (screens S3), in the order of the form. */
export const lintTemplate = (form: TemplateForm, context: FormContext): readonly TemplateFinding[] =>
  lint<TemplateForm, TemplateField, TemplateRuleId>(
    templateRules.filter(
      ({ mainland, scenes }) =>
        (mainland === undefined || mainland === (context.partition === Partition.Cn)) &&
        (scenes === undefined || scenes.includes(form.scene)),
    ),
    form,
    context,
  )

/** The API's error code of a form that a rule refuses. */
export const apiCodeOf = (rule: RuleId): FindingCode => rowOf(rule).code

/** The cause of a finding and the customer's next step, in one language. */
export function findingText({ rule, values = {} }: Pick<Finding, 'rule' | 'values'>, locale: Locale) {
  const { what, remedy } = rowOf(rule)
  const language = locale === Locale.SimplifiedChinese ? 'zh' : 'en'
  const valueOf = (name: string): string | undefined => {
    const value = values[name]
    return name === 'type' && value !== undefined && isVariableType(value) ? variableTypeNames[value][language] : value
  }
  const fill = (text: string): string =>
    text.replaceAll(/\{(\w+)\}/g, (written, name: string) => valueOf(name) ?? written)
  return { what: fill(what[language]), remedy: fill(remedy[language]) }
}
