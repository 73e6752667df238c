import type { Texts } from '../texts.ts'
import type { MessageScene } from '../vocabulary/message.ts'
import type { FormContext } from './forms.ts'

/**
 * The weight of a finding. An `error` is refused by form and server, and nothing is stored. A `rejection` is stored and
 * rejected by the automatic check. A `hint` is advice.
 */
export type Severity = 'error' | 'rejection' | 'hint'

/** The API's error codes of forms with findings (screens S2, S3). */
export type FindingCode =
  | 'invalid_request'
  | 'missing_params'
  | 'name_rule'
  | 'evidence_missing'
  | 'third_party_authorisation_expired'
  | 'variable_syntax'
  | 'variable_adjacent'
  | 'variable_unused_type'
  | 'content_forbidden'
  | 'scene_mismatch'
  | 'opt_out_missing'
  | 'too_long'
  | 'signature_not_approved'

/** A stretch of a text, in UTF-16 code units. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** A place of a form where a rule finds fault. Without a field it is the rule's own. */
export interface Place<Field> {
  readonly field?: Field
  readonly at?: Range
  /** Values that the rule's texts name in braces. */
  readonly values?: Readonly<Record<string, string>>
}

/** A form of a rule's example, as its difference from a form without fault. */
export type Example<Form> = Partial<Form> & Pick<FormContext, 'sender'>

/** A rule of sender IDs or templates. */
export interface Rule<Form, Field, Id extends string = string> {
  readonly id: Id
  readonly field: Field
  readonly severity: Severity
  readonly code: FindingCode
  /** True: only in mainland China. False: only elsewhere. */
  readonly mainland?: boolean
  /** The only scenes of the rule. */
  readonly scenes?: readonly MessageScene[]
  readonly find: (form: Form, context: FormContext) => readonly Place<Field>[]
  readonly what: Texts
  readonly remedy: Texts
  readonly passes: Example<Form>
  readonly fails: Example<Form>
}

export const texts = (en: string, zh: string): Texts => ({ en, zh })

/** The place of a whole field, where it is at fault. */
export const when = (fault: boolean, values?: Readonly<Record<string, string>>): readonly Place<never>[] =>
  fault ? [values === undefined ? {} : { values }] : []

/** All matches of a global pattern in a text. */
export const matches = (text: string, pattern: RegExp): readonly (Place<never> & { readonly at: Range })[] =>
  Array.from(text.matchAll(pattern), ({ 0: found, index }) => ({ at: { from: index, to: index + found.length } }))

export const lengthOf = (text: string): number => Array.from(text).length

export const isBlank = (text: string): boolean => text.trim() === ''
