import { findingText, lintSignature, lintTemplate, type Finding } from '@hongyan/contract/senders/findings'
import type { FormContext, SignatureForm, TemplateForm } from '@hongyan/contract/senders/forms'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import type { FindingTexts } from './finding-lines.tsx'

const withTexts = <Found extends Finding>(findings: readonly Found[], locale: Locale): (Found & FindingTexts)[] =>
  findings.map((finding) => ({ ...finding, ...findingText(finding, locale) }))

/** The findings of a template's form, in the customer's language. */
export const templateFindings = (form: TemplateForm, context: FormContext, locale: Locale) =>
  withTexts(lintTemplate(form, context), locale)

/** The findings of a sender ID's form, in the customer's language. */
export const signatureFindings = (form: SignatureForm, context: FormContext, locale: Locale) =>
  withTexts(lintSignature(form, context), locale)
