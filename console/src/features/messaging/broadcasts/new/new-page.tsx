import type { BroadcastDetail } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { broadcasts as limits } from '@hongyan/contract/limits/broadcasts'
import { RecipientSource } from '@hongyan/contract/vocabulary/job'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { queryClient } from '../../../../api/query-client.ts'
import { regionsQuery } from '../../../../api/regions.ts'
import { loadTexts, useText } from '../../../../i18n/text.ts'
import { afterPaint } from '../../../../lib/after-paint.ts'
import { paths } from '../../../../lib/paths.ts'
import { keepInTab, tabValue } from '../../../../lib/tab-storage.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { preloadDialog } from '../../../../ui/dialog.tsx'
import { ErrorPanel } from '../../../../ui/error-panel.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { type Draft, draftKey, draftOf, newDraft, readDraft } from './draft.ts'
import { useBeginning } from './queries.ts'
import { RecipientsStep } from './recipients/recipients-step.tsx'
import { readSearch, type ReadSearch, type StepName } from './search.ts'
import { HEADING } from './step-frame.tsx'
import { Stepper, stepTitles } from './stepper.tsx'
import { useStoredQuote } from './use-quote.ts'
import { useWizardState } from './use-wizard-state.ts'
import { type Wizard, WizardContext } from './wizard.ts'

const laterSteps = () => import('./later-steps.ts')
const MessageStep = lazy(async () => ({ default: (await laterSteps()).MessageStep }))
const WhenStep = lazy(async () => ({ default: (await laterSteps()).WhenStep }))
const ReviewStep = lazy(async () => ({ default: (await laterSteps()).ReviewStep }))

const TestDialog = lazy(() => import('./review/test-dialog.tsx'))

/** Loads the texts, and the countries, without which the page would shift. It stands without these all the same. */
export async function loadNewBroadcast(): Promise<void> {
  const countries = queryClient.ensureQueryData(regionsQuery).catch(() => undefined)
  await Promise.all([loadTexts('new', 'upload'), countries])
}

/** The name as typed, else that of the template, else the start of the text. */
function nameOf({ draft, template }: Pick<Wizard, 'draft' | 'template'>): string {
  const line = (draft.name.trim() || template?.name || draft.text).replaceAll(/\s+/g, ' ').trim()
  return Array.from(line).slice(0, limits.nameMax).join('')
}

/**
 * Focuses the heading of a step that the customer has opened, for the keyboard and screen readers. It stands beside the
 * steps, so that it waits with them for one that has not loaded.
 */
function StepFocus({ step }: { step: StepName }): ReactNode {
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    document.getElementById(HEADING)?.focus({ preventScroll: true })
  }, [step])
  return null
}

function Steps({ search, initial, onRestart }: { search: ReadSearch; initial: Draft; onRestart: () => void }) {
  const t = useText()
  const { wizard, step, furthest, isLoading, error, retry } = useWizardState(search, initial, onRestart)
  const [tests, setTests] = useState(false)
  // The later steps arrive while the customer is at the first one.
  useEffect(() => afterPaint(() => void laterSteps().catch(() => undefined)), [])
  const name = nameOf(wizard)
  const title = wizard.draft.name.trim() || (step === 'review' ? name : '') || t('new.title')
  const action =
    step === 'review' ? (
      <Button unlessSuspended onClick={() => setTests(true)} onPointerEnter={preloadDialog} onFocus={preloadDialog}>
        {t('new.test')}
      </Button>
    ) : undefined
  return (
    <WizardContext value={wizard}>
      <PageHeader
        title={title}
        tab={t('new.tab', { title, step: t(stepTitles[step]) })}
        crumb={t('new.crumb')}
        crumbs={[{ title: t('new.broadcasts'), path: paths.broadcast }]}
        action={action}
      />
      <Stepper current={step} furthest={furthest} onOpen={wizard.open} />
      {isLoading ? (
        <Skeleton label={t('ui.loading')} />
      ) : error ? (
        <Card>
          <ErrorPanel title={t('new.notLoaded')} error={error} onRetry={retry} />
        </Card>
      ) : (
        <Suspense fallback={<Skeleton label={t('ui.loading')} />}>
          {step === 'recipients' && (
            <RecipientsStep isGone={search.audience !== undefined && wizard.audience === null} />
          )}
          {step === 'message' && <MessageStep />}
          {step === 'when' && <WhenStep />}
          {step === 'review' && <ReviewStep name={name} />}
          <StepFocus step={step} />
        </Suspense>
      )}
      {tests && (
        <Suspense>
          <TestDialog onClose={() => setTests(false)} />
        </Suspense>
      )}
    </WizardContext>
  )
}

/** The name, message and plan of an earlier broadcast, for another start and other recipients. */
const againOf = (beginning: BroadcastDetail): Draft => ({
  ...draftOf(newDraft, beginning),
  time: 'now',
  at: '',
  local: '',
  canary: null,
})

/** The choices that the wizard begins with: those of another broadcast, what this tab keeps, or those of the estimate. */
function useInitial(search: ReadSearch): Draft | undefined {
  const [kept] = useState(() => tabValue(draftKey))
  const beginning = useBeginning(search.from)
  const isFresh = kept === '' && search.from === undefined
  const quoted = useStoredQuote(isFresh ? search.quote : undefined)
  const source = {
    ...(search.audience !== undefined && { audience: search.audience }),
    ...(search.phonebook !== undefined && {
      source: RecipientSource.Phonebook,
      phonebook: search.phonebook,
      segment: search.segment ?? null,
    }),
  }
  if (search.from !== undefined) {
    if (beginning === undefined) return undefined
    return { ...(beginning === null ? newDraft : againOf(beginning)), ...source }
  }
  if (!isFresh) return { ...readDraft(kept), ...source }
  if (search.quote !== undefined && quoted === undefined) return undefined
  return { ...(quoted ? draftOf(newDraft, quoted) : newDraft), ...source }
}

function Begin({ search, onRestart }: { search: ReadSearch; onRestart: () => void }) {
  const t = useText()
  const navigate = useNavigate({ from: paths.broadcastNew })
  const initial = useInitial(search)
  const found = initial?.audience ?? null
  const { audience, quote, step, from, phonebook } = search
  // A list that this tab has begun to read is found again, and the beginning leaves the address once it is taken.
  const isOpening =
    initial !== undefined &&
    ((audience === undefined && found !== null && phonebook === undefined) || from !== undefined)
  const take = useEffectEvent(() => {
    keepInTab(draftKey, JSON.stringify(initial))
    const next = audience ?? found
    void navigate({
      search: { ...(step && { step }), ...(next && { audience: next }), ...(quote && { quote }) },
      replace: true,
    })
  })
  useEffect(() => {
    if (isOpening) take()
  }, [isOpening])
  if (initial === undefined || isOpening) return <Skeleton label={t('ui.loading')} />
  return <Steps search={search} initial={initial} onRestart={onRestart} />
}

/** Screens S8: a new broadcast in four steps. The address has the step and the ids; the tab keeps the choices. */
export function NewBroadcastPage() {
  const navigate = useNavigate({ from: paths.broadcastNew })
  const search = readSearch(useSearch({ from: paths.broadcastNew }))
  const [round, setRound] = useState(0)
  const restart = async () => {
    keepInTab(draftKey, '')
    await navigate({ search: {}, replace: true })
    setRound(round + 1)
  }
  return <Begin key={round} search={search} onRestart={() => void restart()} />
}
