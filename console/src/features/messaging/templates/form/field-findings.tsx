import type { TemplateField } from '@hongyan/contract/vocabulary/template'
import { useFieldError } from '../../../../ui/form.tsx'
import { FieldError } from '../../../../ui/field.tsx'
import { FindingLines } from '../../../../ui/review/finding-lines.tsx'
import { type FieldFinding, useTemplateForm } from './form-context.ts'

interface FieldFindingsProps {
  field: TemplateField
  /** Leaves out the findings that stand elsewhere. */
  except?: (finding: FieldFinding) => boolean
}

const none = (): boolean => false

/** The findings of a field, and the server's refusal of it where it found more. */
export function FieldFindings({ field, except = none }: FieldFindingsProps) {
  const { shown } = useTemplateForm()
  const findings = shown(field).filter((finding) => !except(finding))
  const refusal = useFieldError(field)
  return (
    <>
      <FindingLines findings={findings} />
      {refusal !== undefined && findings.length === 0 && <FieldError>{refusal}</FieldError>}
    </>
  )
}

/** True where a field has an error by now. */
export function useIsRefused(field: TemplateField): boolean {
  const { shown } = useTemplateForm()
  const refusal = useFieldError(field)
  return refusal !== undefined || shown(field).some(({ severity }) => severity === 'error')
}
