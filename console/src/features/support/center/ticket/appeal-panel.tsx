import type { Appeal } from '@hongyan/contract/endpoints/support/tickets'
import { AccountStatus } from '@hongyan/contract/vocabulary/account'
import { appealAnswers, appealFacts, type AppealState } from '@hongyan/contract/vocabulary/support'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useAccount } from '../../../../api/account.ts'
import { reloadAccount } from '../../../../api/reload-account.ts'
import { useText } from '../../../../i18n/text.ts'
import { Card } from '../../../../ui/card.tsx'
import { Status } from '../../../../ui/status.tsx'
import { FactList } from '../form/fact-list.tsx'
import { answerLooks, appealLooks } from '../labels.ts'

/** Reloads the account once its appeal is granted, so that the page no longer says that it is suspended. */
function useRestoredAccount(state: AppealState): void {
  const client = useQueryClient()
  const { config } = useAccount()
  const isOutdated = state === 'restored' && config.acct_status === AccountStatus.Suspended
  useEffect(() => {
    if (isOutdated) void reloadAccount(client)
  }, [isOutdated, client])
}

/** The status of an appeal, its answers, and what the account has done since. */
export function AppealPanel({ appeal: { state, answers, facts } }: { appeal: Appeal }) {
  const t = useText()
  const { tone, title, text } = appealLooks[state]
  useRestoredAccount(state)
  const isDecided = state === 'restored' || state === 'upheld'
  return (
    <Card className="mb-6 grid gap-5">
      <div className="grid gap-1">
        <h2 className="flex flex-wrap items-center gap-x-3 font-semibold">
          {t('center.appealStatus')}
          <span className="font-normal">
            <Status tone={tone}>{t(title)}</Status>
          </span>
        </h2>
        <p className="text-sm text-ink-2">{t(text)}</p>
      </div>
      {!isDecided && <FactList facts={appealFacts.map((fact) => [fact, facts[fact]] as const)} />}
      <details className="text-sm">
        <summary className="cursor-pointer font-medium">{t('center.answers')}</summary>
        <dl className="mt-3 grid gap-3">
          {appealAnswers.map((answer) => (
            <div key={answer} className="grid gap-0.5">
              <dt className="text-ink-3">{t(answerLooks[answer].title)}</dt>
              <dd className="wrap-anywhere whitespace-pre-wrap">{answers[answer]}</dd>
            </div>
          ))}
        </dl>
      </details>
    </Card>
  )
}
