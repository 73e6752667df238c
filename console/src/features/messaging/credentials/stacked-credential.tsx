import type { Credential } from '@hongyan/contract/endpoints/messaging/credentials'
import type { ReactNode } from 'react'
import { useText } from '../../../i18n/text.ts'
import type { TextId } from '../../../i18n/ids.ts'
import { EnabledStatus, KeyCell, LastUsed, ModeCell, RowActs, SecretCell, TypeTag } from './cells.tsx'

function DetailRow({ title, children }: { title: TextId; children: ReactNode }) {
  const t = useText()
  return (
    <div className="grid grid-cols-[112px_minmax(0,1fr)] items-center">
      <dt className="text-xs text-ink-3">{t(title)}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** One credential on a narrow screen. */
export function StackedCredential({ credential }: { credential: Credential }) {
  const { id, key, type, secret, use } = credential
  return (
    <div className="grid gap-1.5">
      <div className="flex items-center justify-between">
        <span className="flex items-center gap-3">
          <EnabledStatus />
          <TypeTag type={type} />
        </span>
        <RowActs credential={credential} />
      </div>
      <dl className="grid gap-1">
        <DetailRow title="credentials.key">
          <KeyCell id={id} value={key} />
        </DetailRow>
        <DetailRow title="credentials.secret">
          <SecretCell value={secret} of={key} />
        </DetailRow>
        <DetailRow title="credentials.mode">
          <ModeCell credential={credential} />
        </DetailRow>
        <DetailRow title="credentials.lastUsed">
          <LastUsed use={use} />
        </DetailRow>
      </dl>
    </div>
  )
}
