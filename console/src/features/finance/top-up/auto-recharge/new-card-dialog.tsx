import type { AddedPaymentMethod } from '@hongyan/contract/endpoints/finance/payment-methods'
import { lazy, Suspense } from 'react'
import { queryClient } from '../../../../api/query-client.ts'
import { regionsQuery } from '../../../../api/regions.ts'
import { useText } from '../../../../i18n/text.ts'
import { preloadCountryField } from '../../../../ui/country-field.tsx'
import { Dialog, DialogBody, preloadDialog } from '../../../../ui/dialog.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'

const load = () => import('./new-card/new-card-form.tsx')
const NewCardForm = lazy(load)

/** Loads the dialog's code. Call when the customer is about to add a card. */
export function preloadNewCard(): void {
  preloadDialog()
  void load()
  preloadCountryField()
  void queryClient.prefetchQuery(regionsQuery)
}

interface NewCardDialogProps {
  open: boolean
  onClose: () => void
  onAdded: (added: AddedPaymentMethod) => void
}

/** Specification section 2, "New card dialog": only its own buttons close it. */
export function NewCardDialog({ open, onClose, onAdded }: NewCardDialogProps) {
  const t = useText()
  return (
    <Dialog title={t('auto-recharge.newCard')} open={open} onClose={onClose} wide held>
      <Suspense
        fallback={
          <DialogBody>
            <Skeleton label={t('ui.loading')} />
          </DialogBody>
        }
      >
        <NewCardForm onClose={onClose} onAdded={onAdded} />
      </Suspense>
    </Dialog>
  )
}
