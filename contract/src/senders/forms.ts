import type { Partition } from '../vocabulary/account.ts'
import type { MessageScene } from '../vocabulary/message.ts'
import type { EntityKind, industries, ReviewStatus } from '../vocabulary/review.ts'
import type { EvidenceField, SignatureRegion, SignatureUsage } from '../vocabulary/signature.ts'
import type { TemplateVariable } from '../vocabulary/template.ts'

/** A sender ID as its form holds it (screens S2). A file's value is the id of its upload. */
export interface SignatureForm {
  readonly name: string
  readonly kind: EntityKind
  readonly usage: SignatureUsage
  readonly regions: readonly SignatureRegion[]
  readonly scenes: readonly MessageScene[]
  readonly industry: (typeof industries)[number]
  readonly purpose: string
  readonly evidence: { readonly [F in EvidenceField]?: string | undefined }
}

/** A template as its form holds it (screens S3). */
export interface TemplateForm {
  readonly name: string
  /** The customer's own code for the template; empty for none. */
  readonly code: string
  readonly scene: MessageScene
  /** BCP 47. */
  readonly language: string
  /** The text with its variables as `{name}`. */
  readonly content: string
  /** The only sender ID that may carry it; null for any. */
  readonly signature_id: string | null
  readonly industry: (typeof industries)[number]
  readonly usage_note: string
  readonly variables: readonly TemplateVariable[]
}

/** The view of the world that the rules need beside the form. */
export interface FormContext {
  /** Mainland rules hold for a sender of the region `cn` and for the templates of a mainland account. */
  readonly partition: Partition
  /** The day of the account's zone, as an ISO date. */
  readonly today: string
  /** The sender ID that a template names. Without it, the rules about it are left out. */
  readonly sender?: { readonly status: ReviewStatus; readonly scenes: readonly MessageScene[] }
}
