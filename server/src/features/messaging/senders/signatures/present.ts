import type { Signature } from '@hongyan/contract/endpoints/messaging/signatures'
import { filing as limits } from '@hongyan/contract/limits/senders'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import type { SignatureRegion } from '@hongyan/contract/vocabulary/signature'
import { type FilingRow, presentFilings } from '../filings/filings.ts'
import { presentRevocation, type RevocationRow } from '../revocations.ts'
import { presentReasons } from '../steps.ts'
import { urgeableFrom } from '../urge.ts'
import type { Use } from '../use.ts'
import { filesIn, textsIn } from './evidence.ts'
import type { ListedRow, SignatureRow } from './store.ts'

interface Shown {
  readonly files: ReadonlyMap<string, string>
  readonly filings: readonly FilingRow[]
  readonly revocation: RevocationRow | undefined
  readonly closedDays: ReadonlySet<string>
  readonly use: Use
  readonly now: Date
  readonly locale: Locale
}

export const regionsOf = ({ mainland, international }: Pick<SignatureRow, 'mainland' | 'international'>) =>
  [...(mainland ? (['cn'] as const) : []), ...(international ? (['intl'] as const) : [])] satisfies SignatureRegion[]

export function presentSignature(row: ListedRow, shown: Shown): Signature {
  const { files, filings, revocation, closedDays, use, now, locale } = shown
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    usage: row.usage,
    regions: regionsOf(row),
    scenes: row.scenes,
    industry: row.industry,
    purpose: row.purpose,
    evidence: textsIn(row.evidence),
    files: filesIn(row.evidence).map(({ field, id }) => {
      const name = files.get(id) ?? null
      return { field, id: name === null ? null : id, name }
    }),
    status: row.status,
    version: row.version,
    reasons: presentReasons(row.reasons, locale),
    revocation: presentRevocation(revocation, locale),
    is_default: row.is_default,
    filings: row.mainland ? presentFilings(filings, closedDays) : [],
    templates: row.templates,
    messages: use.messages,
    lapses_on: lapseDay(filings, use, now),
    created_at: row.created_at.toISOString(),
    submitted_at: row.submitted_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    updated_at: row.updated_at.toISOString(),
    urge_at: urgeableFrom(row)?.toISOString() ?? null,
  }
}

/** The day on which carriers may let filings lapse that no message uses; null while that is far (field text of 2026). */
function lapseDay(filings: readonly FilingRow[], { last }: Use, now: Date): string | null {
  const filed = filings.filter(({ state }) => state === 'filed').map((row) => row.changed_at.getTime())
  if (filed.length === 0) return null
  const since = Math.max(...filed, last === null ? 0 : Date.parse(last))
  if (now.getTime() - since < limits.warnUnusedAfter) return null
  return new Date(since + limits.lapsesAfter).toISOString().slice(0, 10)
}
