import type { Submission, Verification } from '@hongyan/contract/endpoints/account/verification'
import { DAY } from '@hongyan/contract/durations'
import { verification as limits } from '@hongyan/contract/limits/verification'
import { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { queryClient } from '../../../api/query-client.ts'
import { loadTexts, useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { preloadAlert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { LevelsTable } from './levels-table.tsx'
import { verificationQuery } from './queries.ts'
import { type OpenForm, readForm } from './search.ts'
import { isRejected, isWaiting, StatusCard } from './status-card.tsx'
import { VerificationForm } from './verification-form.tsx'
import { WithdrawAlert } from './withdraw-alert.tsx'

/** Loads the page's texts and data before it is drawn, so that it does not shift. */
export async function loadVerification(): Promise<void> {
  await Promise.all([
    loadTexts('verification', 'review', 'code-entry', 'upload'),
    queryClient.prefetchQuery(verificationQuery),
  ])
}

const isNearItsEnd = ({ valid_until: until }: Submission): boolean =>
  until !== null && new Date(until).getTime() - Date.now() < Math.max(...limits.remindOn) * DAY

/** The form that the state allows: a rejected submission is repaired, a waiting one is neither repaired nor replaced. */
function allowedForm({ current }: Verification, wanted: OpenForm | null): OpenForm | null {
  if (wanted === null || (current !== null && isWaiting(current))) return null
  return current !== null && isRejected(current) ? wanted : 'new'
}

interface ActionsProps {
  of: Verification
  onForm: (form: OpenForm) => void
  onWithdraw: () => void
}

function Actions({ of: { current, draft, submissions_left: left }, onForm, onWithdraw }: ActionsProps) {
  const t = useText()
  if (current !== null && isWaiting(current)) {
    return (
      <Button onClick={onWithdraw} onPointerEnter={preloadAlert} onFocus={preloadAlert}>
        {t('verification.withdraw')}
      </Button>
    )
  }
  if (left === 0) return <p className="text-sm text-ink-3">{t('verification.noneLeft')}</p>
  if (current === null) {
    return (
      <Button tone="primary" onClick={() => onForm('new')}>
        {t(draft === null ? 'verification.start' : 'verification.continue')}
      </Button>
    )
  }
  if (current.status === ReviewStatus.Approved) {
    const isEnding = isNearItsEnd(current)
    return (
      <Button tone={isEnding ? 'primary' : 'secondary'} onClick={() => onForm('new')}>
        {t(isEnding ? 'verification.renew' : 'verification.again')}
      </Button>
    )
  }
  return (
    <>
      <Button tone="primary" onClick={() => onForm('repair')}>
        {t('verification.repair')}
      </Button>
      <Button onClick={() => onForm('new')}>{t('verification.startOver')}</Button>
    </>
  )
}

function Loaded({ of: verification }: { of: Verification }) {
  const navigate = useNavigate({ from: paths.verification })
  const form = allowedForm(verification, readForm(useSearch({ from: paths.verification })))
  const [isWithdrawing, setWithdrawing] = useState(false)
  const { current } = verification
  const show = (next: OpenForm | undefined) => void navigate({ search: next === undefined ? {} : { form: next } })
  const actions = <Actions of={verification} onForm={show} onWithdraw={() => setWithdrawing(true)} />
  return (
    <>
      <StatusCard of={verification} actions={form === null ? actions : null} />
      {form === null ? (
        <LevelsTable of={verification} />
      ) : (
        <div className="mt-8">
          <VerificationForm
            of={verification}
            repaired={form === 'repair' ? current : null}
            onClose={() => show(undefined)}
          />
        </div>
      )}
      {isWithdrawing && current !== null && (
        <WithdrawAlert of={current} left={verification.submissions_left} onClose={() => setWithdrawing(false)} />
      )}
    </>
  )
}

/** Screens S12: where the identity verification stands, its form, and what the trust levels unlock. */
export function VerificationPage() {
  const t = useText()
  const { data, error, refetch } = useQuery(verificationQuery)
  return (
    <>
      <PageHeader title={t('verification.title')} description={t('verification.description')} />
      {data && <Loaded of={data} />}
      {!data && error && (
        <Card>
          <ErrorPanel title={t('verification.failed')} error={error} onRetry={() => void refetch()} />
        </Card>
      )}
      {!data && !error && <Skeleton label={t('ui.loading')} />}
    </>
  )
}
