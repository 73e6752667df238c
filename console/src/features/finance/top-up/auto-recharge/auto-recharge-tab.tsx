import type { AutoRecharge } from '@hongyan/contract/endpoints/configuration'
import type { PaymentMethod } from '@hongyan/contract/endpoints/finance/payment-methods'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../../../api/api.ts'
import { queryClient } from '../../../../api/query-client.ts'
import { reloadIfDue } from '../../../../api/reload-account.ts'
import { loadTexts, t as textNow, useText } from '../../../../i18n/text.ts'
import { preloadAlert } from '../../../../ui/alert.tsx'
import { ErrorPanel } from '../../../../ui/error-panel.tsx'
import { doneText } from '../../../../ui/record-texts.ts'
import { showError } from '../../../../ui/show-error.ts'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { toast } from '../../../../ui/toasts.ts'
import { choiceQuery } from '../orders.ts'
import { AwaitedNote } from './awaited-note.tsx'
import { CardList } from './card-list.tsx'
import { cardName } from './card-name.ts'
import { DeleteAlert } from './delete-alert.tsx'
import { HowItRuns } from './how-it-runs.tsx'
import { NewCardDialog } from './new-card-dialog.tsx'
import { cardsQuery, reloadCards, settingsQuery } from './queries.ts'
import { RechargeForm } from './recharge-form.tsx'
import { useAuthentication } from './use-authentication.ts'
import { useRechargeDraft } from './use-recharge-draft.ts'

/** Loads the data of the tab before it is drawn, so that the page does not shift. */
export async function loadAutoRecharge(): Promise<void> {
  await Promise.all([
    loadTexts('auto-recharge'),
    queryClient.prefetchQuery(choiceQuery),
    queryClient.prefetchQuery(settingsQuery),
    queryClient.prefetchQuery(cardsQuery),
  ])
}

async function makeDefault(card: PaymentMethod): Promise<void> {
  await api.paymentMethods.makeDefault({ params: { id: card.id } })
  toast(
    'ok',
    doneText('updated', 'auto-recharge.entity'),
    textNow('auto-recharge.updatedText', { card: cardName(card) }),
  )
  await reloadCards()
}

interface LoadedTabProps {
  saved: AutoRecharge
  cards: readonly PaymentMethod[]
}

/** The tab once its data is loaded. The dialogs stand outside the form, so that submitting them does not submit it. */
function LoadedTab({ saved, cards }: LoadedTabProps) {
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<PaymentMethod | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const form = useRechargeDraft(saved, cards)
  const { awaited, added } = useAuthentication(({ id }) => form.choose(id))
  const acts = {
    choose: form.choose,
    makeDefault: (card: PaymentMethod) => void makeDefault(card).catch(showError),
    remove: (card: PaymentMethod) => {
      preloadAlert()
      setRemoving(card)
    },
  }
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_320px] lg:gap-8">
      <RechargeForm form={form} wasOn={saved.enable}>
        <div>
          <CardList
            list={list}
            cards={cards}
            chosen={form.card}
            awaited={awaited?.card.id ?? null}
            acts={acts}
            blocked={form.blocked}
            onAdd={() => setAdding(true)}
          />
          {awaited && <AwaitedNote key={awaited.card.id} awaited={awaited} />}
        </div>
      </RechargeForm>
      <HowItRuns topup={form.topup} currency={form.currency} />
      <NewCardDialog
        open={adding}
        onClose={() => setAdding(false)}
        onAdded={(card) => {
          setAdding(false)
          added(card)
        }}
      />
      {removing && (
        <DeleteAlert
          card={removing}
          onClose={() => setRemoving(null)}
          onGone={() => list.current?.focus({ preventScroll: true })}
        />
      )}
    </div>
  )
}

/** The second tab of the top-up screen (specification section 2). */
export default function AutoRechargeTab() {
  const t = useText()
  const settings = useQuery(settingsQuery)
  const cards = useQuery(cardsQuery)
  // The form says whether saving charges at once, so the balance must be of now.
  useEffect(() => void reloadIfDue(queryClient), [])
  if (settings.data && cards.data) return <LoadedTab saved={settings.data.acct_auto_recharge} cards={cards.data} />
  const error = settings.error ?? cards.error
  if (error === null) return <Skeleton label={t('ui.loading')} />
  const retry = () => void Promise.all([settings.refetch(), cards.refetch()])
  return <ErrorPanel title={t('auto-recharge.failed')} error={error} onRetry={retry} />
}
