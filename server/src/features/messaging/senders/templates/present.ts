import type { Template, TemplateVersion } from '@hongyan/contract/endpoints/messaging/templates'
import { mainlandCounting, partsRange, standardCounting } from '@hongyan/contract/senders/parts'
import { type Locale, Partition } from '@hongyan/contract/vocabulary/account'
import type { OptOutLines } from '../../../../pipeline/opt-out.ts'
import { type FilingRow, presentFilings } from '../filings/filings.ts'
import { presentRevocation, type RevocationRow } from '../revocations.ts'
import { presentReasons } from '../steps.ts'
import type { Use } from '../use.ts'
import { urgeableFrom } from '../urge.ts'
import type { NewestRow, ShownVersion } from './store.ts'

export interface Shown {
  readonly partition: Partition
  /** The lines that end texts to +86. */
  readonly optOut: OptOutLines
  /** The filings of the version; null where the account's templates are not filed. */
  readonly filings: readonly FilingRow[] | null
  readonly closedDays: ReadonlySet<string>
  readonly locale: Locale
}

export function presentVersion(row: ShownVersion, shown: Shown): TemplateVersion {
  const { filings, closedDays, locale } = shown
  const { signature_id: id, signature_name: name } = row
  return {
    version: row.version,
    name: row.name,
    scene: row.scene,
    language: row.language,
    content: row.content,
    signature: id === null ? null : { id, name: name ?? '' },
    industry: row.industry,
    usage_note: row.usage_note,
    variables: [...row.variables],
    parts: partsOf(row, shown),
    status: row.status,
    reasons: presentReasons(row.reasons, locale),
    filings: filings === null ? [] : presentFilings(filings, closedDays),
    submitted_at: row.submitted_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
  }
}

/** The parts of its messages to the home country, with the name and the line around the text. */
function partsOf({ content, variables, scene, signature_name: name }: ShownVersion, { partition, optOut }: Shown) {
  const under = (sender: string) =>
    partition === Partition.Cn ? mainlandCounting(sender, optOut[scene]) : standardCounting([])
  return partsRange(content, variables, under, name)
}

interface More {
  readonly use: Use
  readonly revocation: RevocationRow | undefined
}

export const presentTemplate = (row: NewestRow, shown: Shown, { use, revocation }: More): Template => ({
  ...presentVersion(row, shown),
  id: row.template_id,
  code: row.code,
  serving: row.serving,
  revocation: presentRevocation(revocation, shown.locale),
  messages: use.messages,
  delivered: use.delivered,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  urge_at: urgeableFrom(row)?.toISOString() ?? null,
})
