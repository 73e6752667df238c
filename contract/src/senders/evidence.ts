import { evidenceOfKind, evidenceOfThirdParty, type EvidenceField } from '../vocabulary/signature.ts'
import type { SignatureForm } from './forms.ts'

/** True where a sender ID is for mainland China too. */
export const inChina = ({ regions }: Pick<SignatureForm, 'regions'>): boolean => regions.includes('cn')

/** The evidence that a form needs, in its order. A mainland record number is only for mainland websites. */
export const neededEvidence = (form: Pick<SignatureForm, 'kind' | 'usage' | 'regions'>): readonly EvidenceField[] =>
  [...evidenceOfKind[form.kind], ...(form.usage === 'third_party' ? evidenceOfThirdParty : [])].filter(
    (field) => field !== 'icp_number' || inChina(form),
  )
