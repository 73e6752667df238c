import type { TemplateFinding } from '@hongyan/contract/senders/findings'
import type { TemplateForm } from '@hongyan/contract/senders/forms'
import type { TemplateField } from '@hongyan/contract/vocabulary/template'
import { createContext, use } from 'react'
import type { FindingTexts } from '../../../../ui/review/finding-lines.tsx'
import type { Sender } from '../queries.ts'

export type FieldFinding = TemplateFinding & FindingTexts

interface FormState {
  readonly form: TemplateForm
  /** Changes some fields. A changed content brings its variables along. */
  readonly change: (part: Partial<TemplateForm>) => void
  /** The findings of a field that are to be shown by now. */
  readonly shown: (field: TemplateField) => readonly FieldFinding[]
  /** The sender IDs that a template can be bound to. */
  readonly senders: readonly Sender[]
  /** The one that it is bound to. */
  readonly sender: Sender | undefined
}

export const FormContext = createContext<FormState | null>(null)

export function useTemplateForm(): FormState {
  const state = use(FormContext)
  if (state === null) throw new Error('a field of a template stands outside its form')
  return state
}
