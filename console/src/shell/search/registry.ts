import { palette as settings } from '../../features/account/settings/palette.ts'
import { palette as verification } from '../../features/account/verification/palette.ts'
import { palette as ipRestriction } from '../../features/extensions/ip-restriction/palette.ts'
import { palette as rateLimiting } from '../../features/extensions/rate-limiting/palette.ts'
import { palette as webhooks } from '../../features/extensions/webhooks/palette.ts'
import { palette as invoices } from '../../features/finance/invoices/palette.ts'
import { palette as topUp } from '../../features/finance/top-up/palette.ts'
import { palette as transactions } from '../../features/finance/transactions/palette.ts'
import { palette as broadcasts } from '../../features/messaging/broadcasts/palette.ts'
import { palette as credentials } from '../../features/messaging/credentials/palette.ts'
import { palette as logs } from '../../features/messaging/logs/palette.ts'
import { palette as phonebooks } from '../../features/messaging/phonebooks/palette.ts'
import { palette as recipients } from '../../features/messaging/recipients/palette.ts'
import { palette as signatures } from '../../features/messaging/signatures/palette.ts'
import { palette as templates } from '../../features/messaging/templates/palette.ts'
import { palette as routing } from '../../features/messaging/upstreams/routing/palette.ts'
import { palette as upstreams } from '../../features/messaging/upstreams/palette.ts'
import { palette as support } from '../../features/support/center/palette.ts'
import { palette as supportChannels } from '../../features/support/center/channels/palette.ts'
import { shellActions } from './actions.ts'
import type { Entry, NamedRecords, PaletteEntries, RecordKind } from './entry.ts'

/** Every feature with entries or records in the palette, in the order of the suggestions. */
const features: readonly PaletteEntries[] = [
  credentials,
  broadcasts,
  signatures,
  templates,
  logs,
  routing,
  ipRestriction,
  rateLimiting,
  recipients,
  phonebooks,
  webhooks,
  upstreams,
  topUp,
  transactions,
  invoices,
  settings,
  verification,
  support,
  supportChannels,
]

export const entries: readonly Entry[] = [...features.flatMap((feature) => feature.entries ?? []), ...shellActions]

export const recordKinds: readonly RecordKind[] = features.flatMap((feature) => feature.records ?? [])

export const namedRecords: readonly NamedRecords[] = features.flatMap((feature) => feature.named ?? [])
