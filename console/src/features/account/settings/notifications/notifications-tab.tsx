import type { NoticePreferences } from '@hongyan/contract/endpoints/account/notices'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../../../../api/account.ts'
import { api } from '../../../../api/api.ts'
import { t as textNow, useText } from '../../../../i18n/text.ts'
import { Card } from '../../../../ui/card.tsx'
import { ErrorPanel } from '../../../../ui/error-panel.tsx'
import { type FieldErrors, Form, SubmitButton } from '../../../../ui/form.tsx'
import { showError } from '../../../../ui/show-error.ts'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { toast } from '../../../../ui/toasts.ts'
import { KindTable } from './kind-table.tsx'
import { LowBalance, useBounds } from './low-balance.tsx'
import { storePreferences, preferencesQuery } from './queries.ts'
import { changesOf, draftOf, readThreshold } from './preference-draft.ts'

/** Starts with the saved preferences. Saving makes the draft the saved ones. */
function PreferenceForm({ saved }: { saved: NoticePreferences }) {
  const t = useText()
  const bounds = useBounds()
  const [draft, setDraft] = useState(() => draftOf(saved))

  const { currency } = useAccount()

  const check = (): FieldErrors => {
    const below = draft.low ? readThreshold(draft.below, currency) : null
    if (below === 'unreadable') return { balance_low: textNow('notifications.belowUnreadable') }
    return below === 'outside' ? { balance_low: textNow('notifications.belowMissing', bounds) } : {}
  }

  async function submit() {
    const body = changesOf(draft, saved, currency)
    if (body === null) return
    const stored = await api.noticePreferences.save({ body })
    storePreferences(stored)
    setDraft(draftOf(stored))
    toast('ok', textNow(stored.balance_low === null ? 'notifications.saved' : 'notifications.activated'))
  }

  return (
    <Form
      check={check}
      submit={submit}
      onError={showError}
      className="max-w-[824px] divide-y divide-line rounded-lg border border-line bg-raised *:p-4 sm:*:p-6"
    >
      <LowBalance draft={draft} onChange={setDraft} />
      <KindTable
        kinds={draft.kinds}
        channels={saved.channels}
        onChange={(kinds) => setDraft((before) => ({ ...before, kinds }))}
      />
      <div>
        <SubmitButton busyLabel={t('notifications.saving')} className="max-sm:w-full">
          {t('notifications.save')}
        </SubmitButton>
      </div>
    </Form>
  )
}

/** Chooses the channels of the owner's notices (screens S14). */
export default function NotificationsTab() {
  const t = useText()
  const { data, error, isFetchedAfterMount: fresh, refetch } = useQuery(preferencesQuery)
  if (data && fresh) return <PreferenceForm saved={data} />
  if (!error) return <Skeleton label={t('ui.loading')} />
  return (
    <Card>
      <ErrorPanel title={t('notifications.failed')} error={error} onRetry={() => void refetch()} />
    </Card>
  )
}
