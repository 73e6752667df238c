import { SECOND } from '@hongyan/contract/durations'
import type { Progress } from '@hongyan/contract/endpoints/account/account'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useAccount } from '../../../api/account.ts'
import { api } from '../../../api/api.ts'
import { queryClient } from '../../../api/query-client.ts'
import { reloadAccount } from '../../../api/reload-account.ts'
import { useText } from '../../../i18n/text.ts'
import { progressQuery } from '../progress.ts'
import { CredentialStep } from './credential-step.tsx'
import { deliveryTitles, MessageStep } from './message-step.tsx'
import { useOwnKey } from './own-key.ts'
import { type Delivery, deliveryOf, isFunded, stateOf, stepsOf } from './steps.ts'
import { TopUpStep } from './top-up-step.tsx'
import { VerifyStep } from './verify-step.tsx'

/**
 * The interval of polling for the first message, which may be sent outside of the console, for example from a terminal.
 */
const POLL_INTERVAL = 3 * SECOND
const POLL_INTERVAL_OF_DELIVERY = SECOND

const pollInterval = (delivery: Delivery): number =>
  delivery === 'waiting' ? POLL_INTERVAL_OF_DELIVERY : POLL_INTERVAL

const parts = { verified: VerifyStep, credential: CredentialStep, sent: MessageStep, topped_up: TopUpStep } as const

/** Reloads figures and balance, which the first message and its receipt have changed. */
function reloadWhatChanged(): void {
  void queryClient.invalidateQueries({ queryKey: [api.statistics.summary.address] })
  void reloadAccount(queryClient)
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

/** The steps to a first message. The page keeps them until it is left, so that the customer sees the delivery. */
export default function Checklist({ progress }: { progress: Progress }) {
  const t = useText()
  const account = useAccount()
  const key = useOwnKey(progress.credential)
  const delivery = deliveryOf(progress)
  const done = {
    verified: progress.verified,
    // A credential that only binds over SMPP does not complete the step.
    credential: progress.credential && key !== null,
    sent: delivery === 'delivered',
    topped_up: progress.topped_up,
  }
  const steps = stepsOf(account)
  const funded = isFunded(account)
  const isOver = delivery === 'delivered'
  useQuery({
    ...progressQuery,
    refetchInterval: ({ state }) => (state.error || isOver ? false : pollInterval(delivery)),
  })
  useEffect(() => {
    if (delivery !== null) reloadWhatChanged()
  }, [delivery])
  useEffect(() => {
    // Topped up elsewhere: the balance on this page is older.
    if (progress.topped_up && !funded) void reloadAccount(queryClient)
  }, [progress.topped_up, funded])
  return (
    <section aria-labelledby="first-steps" className="rounded-lg border border-line bg-raised">
      <div className="flex h-13 items-center justify-between gap-4 px-4 sm:px-6">
        <h2 id="first-steps" className="font-semibold">
          {t('first-steps.title')}
        </h2>
        <Share done={steps.filter(({ step }) => done[step]).length} all={steps.length} />
      </div>
      <p role="status" className="sr-only">
        {delivery && t(deliveryTitles[delivery])}
      </p>
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
              delivery={delivery}
            />
          )
        })}
      </ol>
    </section>
  )
}
