import type { SignatureDetail } from '@hongyan/contract/endpoints/messaging/signatures'
import type { SignatureForm } from '@hongyan/contract/senders/forms'
import { neededEvidence } from '@hongyan/contract/senders/evidence'
import { Partition } from '@hongyan/contract/vocabulary/account'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { EntityKind } from '@hongyan/contract/vocabulary/review'
import { type EvidenceField, isEvidenceFile } from '@hongyan/contract/vocabulary/signature'

/** The form as it stands on screen. A file's value is the id of its upload. */
export interface Draft extends Omit<SignatureForm, 'industry'> {
  /** Empty until it is chosen. */
  readonly industry: SignatureForm['industry'] | ''
}

export const emptyDraft = (partition: Partition): Draft => ({
  name: '',
  kind: EntityKind.Entity,
  usage: 'own',
  regions: [partition === Partition.Cn ? 'cn' : 'intl'],
  scenes: [MessageScene.Verification, MessageScene.Notification],
  industry: '',
  purpose: '',
  evidence: {},
})

/** The form of a stored sender. A new one as its copy has no files, which belong to the first. */
export function draftOf(stored: SignatureDetail, withFiles: boolean): Draft {
  const { name, kind, usage, regions, scenes, industry, purpose, evidence, files } = stored
  const uploads = withFiles ? files.flatMap(({ field, id }) => (id === null ? [] : [[field, id]])) : []
  return {
    name,
    kind,
    usage,
    regions,
    scenes,
    industry,
    purpose,
    evidence: { ...evidence, ...Object.fromEntries(uploads) },
  }
}

/** The form as the rules and the call take it: without the evidence of another kind of source. */
export function formOf(draft: Draft) {
  const needed = neededEvidence(draft)
  const evidence = needed.flatMap((field) => {
    const value = draft.evidence[field]
    return value === undefined || value === '' ? [] : [[field, value] as const]
  })
  return {
    ...draft,
    // The rules of an industry wait for its choice.
    industry: draft.industry === '' ? ('TRADITIONAL' as const) : draft.industry,
    regions: [...draft.regions],
    scenes: [...draft.scenes],
    evidence: Object.fromEntries(evidence) as { [F in EvidenceField]?: string },
  }
}

/** The fields in which two drafts differ, other than files. */
export const differences = (one: Draft, other: Draft): readonly (keyof Draft | EvidenceField)[] => {
  const { evidence, ...fields } = one
  const names = Object.keys(fields) as (keyof typeof fields)[] // its own keys
  const texts = neededEvidence(one).filter((field) => !isEvidenceFile(field))
  return [
    ...names.filter((name) => JSON.stringify(fields[name]) !== JSON.stringify(other[name])),
    ...texts.filter((field) => (evidence[field] ?? '') !== (other.evidence[field] ?? '')),
  ]
}
