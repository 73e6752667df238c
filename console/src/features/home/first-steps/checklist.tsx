import { SECOND } from '@hongyan/contract/durations'
import type { Progress } from '@hongyan/contract/endpoints/account/account'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { accountQuery, useAccount } from '../../../api/account.ts'
import { api } from '../../../api/api.ts'
import { queryClient } from '../../../api/query-client.ts'
import { useText } from '../../../i18n/text.ts'
import { isFirstRun, progressQuery } from '../progress.ts'
import { CredentialStep } from './credential-step.tsx'
import { MessageStep } from './message-step.tsx'
import { useOwnKey } from './own-key.ts'
import { isFunded, stateOf, stepsOf } from './steps.ts'
import { TopUpStep } from './top-up-step.tsx'

/**
 * The interval of polling for the first message, which may be sent outside of the console, for example from a terminal.
 */
const POLL_INTERVAL = 3 * SECOND

const parts = { credential: CredentialStep, sent: MessageStep, topped_up: TopUpStep } as const

/** Reloads figures and balance, which the first message has changed. */
function reloadWhatChanged(): void {
  if (isFirstRun(queryClient.getQueryData(progressQuery.queryKey))) return
  void queryClient.invalidateQueries({ queryKey: [api.statistics.summary.address] })
  void queryClient.invalidateQueries(accountQuery)
}

function Share({ done, all }: { done: number; all: number }) {
  const t = useText()
  return (
    <p className="flex items-center gap-4 text-sm text-ink-3">
      {t('first-steps.share', { done, all })}
      <span aria-hidden className="h-1.5 w-28 overflow-hidden rounded-full bg-fill-strong max-[359px]:hidden">
        <span className="block h-full rounded-full bg-ok-dot" style={{ width: `${(done / all) * 100}%` }} />
      </span>
    </p>
  )
}

/** The steps to a first message. The checklist disappears once that is sent. */
export default function Checklist({ progress }: { progress: Progress }) {
  const t = useText()
  const account = useAccount()
  const key = useOwnKey(progress.credential)
  // A credential that only binds over SMPP does not complete the step.
  const done = { ...progress, credential: progress.credential && key !== null }
  const steps = stepsOf(account)
  const funded = isFunded(account)
  useQuery({ ...progressQuery, refetchInterval: ({ state }) => (state.error ? false : POLL_INTERVAL) })
  useEffect(() => reloadWhatChanged, [])
  useEffect(() => {
    // Topped up elsewhere: the balance on this page is older.
    if (progress.topped_up && !funded) void queryClient.invalidateQueries(accountQuery)
  }, [progress.topped_up, funded])
  return (
    <section aria-labelledby="first-steps" className="rounded-lg border border-line bg-raised">
      <div className="flex h-13 items-center justify-between gap-4 px-4 sm:px-6">
        <h2 id="first-steps" className="font-semibold">
          {t('first-steps.title')}
        </h2>
        <Share done={steps.filter(({ step }) => done[step]).length} all={steps.length} />
      </div>
      <ol>
        {steps.map(({ step, title }, index) => {
          const Part = parts[step]
          return (
            <Part
              key={step}
              number={index + 1}
              state={stateOf(steps, done, funded, step)}
              title={t(title)}
              credential={key ?? null}
            />
          )
        })}
      </ol>
    </section>
  )
}
