import type { AuthMode } from '@hongyan/contract/vocabulary/credential'
import { useAccount } from '../../../api/account.ts'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { Snippet } from '../../../ui/snippet.tsx'
import { modeLabels } from './modes.ts'
import { sendSnippet } from './snippet.ts'

interface SendSnippetProps {
  /** One mode, or several as tabs. */
  modes: readonly [AuthMode, ...AuthMode[]]
  credential: { readonly key: string; readonly secret: string }
  hint: string
}

const numberOf = { us: '+12065550100', cn: '+8613800138000' } as const

/** A snippet for a first message with this credential, to the account's own number where it has one. */
export function SendSnippet({ modes: [first, ...others], credential, hint }: SendSnippetProps) {
  const t = useText()
  const { phone, partition } = useAccount()
  const of = { ...credential, origin: location.origin, to: phone ?? numberOf[partition] }
  const title = (mode: AuthMode) => t(others.length === 0 ? 'credentials.firstMessage' : modeLabels[mode].title)
  const tab = (mode: AuthMode) => ({ title: title(mode), code: sendSnippet(mode, of) })
  return (
    <div className="grid min-w-0 gap-2">
      <Snippet label={t('credentials.firstMessage')} tabs={[tab(first), ...others.map(tab)]} />
      <p className="text-xs text-ink-3">
        {partition === 'cn' ? t('credentials.mainlandHint') : hint}{' '}
        <a href={paths.docs} target="_blank" rel="noopener" className="whitespace-nowrap text-link">
          {t('credentials.quickstart')}
        </a>
      </p>
    </div>
  )
}
