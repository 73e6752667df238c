import type { FieldReason } from '@hongyan/contract/verification/reasons'
import {
  fileFields,
  type VerificationField,
  type VerificationType,
  type VerificationValues,
} from '@hongyan/contract/vocabulary/verification'

/** A complete submission, and what the server knows beyond it. */
export interface CheckedSubmission {
  readonly type: VerificationType
  readonly values: VerificationValues
  /** Another account was approved with this number under another name. */
  readonly hasOtherName: boolean
}

/** A rule of the automatic check. It names the fields that it rejects. */
interface Rule {
  readonly id: string
  readonly code: FieldReason['code']
  readonly rejects: (submission: CheckedSubmission) => readonly VerificationField[]
}

const NAMES = ['name', 'legal_representative', 'representative', 'operator_name'] as const
const PLACEHOLDER = /^(test(ing)?|demo|example|sample|none|n\/?a|unknown|asdf+|qwer\w*|测试.*|试用|无|某某+)$/iu

/** Sites on which others have their profiles and shops. */
const HOSTS = [
  'facebook.com',
  'instagram.com',
  'linkedin.com',
  'x.com',
  'twitter.com',
  'tiktok.com',
  'youtube.com',
  'taobao.com',
  'tmall.com',
  'jd.com',
  'weibo.com',
  'example.com',
  'example.net',
  'example.org',
]

const isAmong = (host: string): boolean => HOSTS.some((known) => host === known || host.endsWith(`.${known}`))

const hostOf = (website: string): string => (URL.canParse(website) ? new URL(website).hostname : '')

/** The rules, which the audit log cites by their ids. */
const automaticRules: readonly Rule[] = [
  {
    id: 'identity-name',
    code: 'name_mismatch',
    rejects: ({ hasOtherName }) => (hasOtherName ? ['name'] : []),
  },
  {
    id: 'placeholder',
    code: 'placeholder_name',
    rejects: ({ values }) => NAMES.filter((field) => PLACEHOLDER.test(values[field] ?? '')),
  },
  {
    id: 'own-website',
    code: 'website_not_own',
    rejects: ({ values: { website = '' } }) => (isAmong(hostOf(website)) ? ['website'] : []),
  },
  {
    id: 'one-file-each',
    code: 'document_reused',
    rejects: ({ values }) => {
      const files = fileFields.filter((field) => values[field] !== undefined)
      return files.filter((field, place) => files.slice(0, place).some((other) => values[other] === values[field]))
    },
  },
]

/** A rejected field, with the rule that rejects it. */
export interface RuleReason extends FieldReason {
  readonly rule: string
}

interface CheckResult {
  /** The event of the review; null where a person alone can tell. */
  readonly event: 'autoReject' | 'autoPass' | null
  readonly reasons: readonly RuleReason[]
}

/**
 * Checks a submission without a person (screens S2). A rule rejects it; else it is checked, where its numbers carry
 * check digits, and stays pending where they do not: the registers of other countries have no common rule.
 */
export function checkAutomatically(submission: CheckedSubmission): CheckResult {
  const reasons = automaticRules.flatMap(({ id, code, rejects }) =>
    rejects(submission).map((field) => ({ field, code, rule: id })),
  )
  if (reasons.length > 0) return { event: 'autoReject', reasons }
  const hasCheckDigits = submission.type === 'individual' || submission.type === 'enterprise'
  return { event: hasCheckDigits ? 'autoPass' : null, reasons }
}
