import type { RefundOffer } from '@hongyan/contract/endpoints/finance/refunds'
import type { TransactionId } from '@hongyan/contract/ids'
import type { RefundRefusal } from '@hongyan/contract/vocabulary/payment'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../../api/api.ts'
import type { TextId } from '../../../../i18n/ids.ts'
import { useText } from '../../../../i18n/text.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../../../ui/dialog.tsx'
import { ErrorPanel } from '../../../../ui/error-panel.tsx'
import { Note } from '../../../../ui/note.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { Confirm, type RefundRequest } from './confirm.tsx'
import { RefundForm } from './refund-form.tsx'

interface RefundDialogProps {
  id: TransactionId
  onClose: () => void
}

/** Refunds part of a top-up: the terms, then a confirmation. */
export default function RefundDialog({ id, onClose }: RefundDialogProps) {
  const t = useText()
  const { data, error, refetch } = useQuery({
    queryKey: [api.refunds.offer.address, id],
    queryFn: ({ signal }) => api.refunds.offer({ params: { id } }, signal),
    // The terms change by themselves: a day passes, a message is sent.
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <Dialog title={t('refund.title')} open onClose={onClose} wide>
      {data ? (
        <Offered id={id} offer={data} onClose={onClose} onStale={() => void refetch()} />
      ) : (
        <DialogBody>
          {error ? (
            <ErrorPanel title={t('refund.notLoaded')} error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton label={t('refund.loading')} />
          )}
        </DialogBody>
      )}
    </Dialog>
  )
}

interface OfferedProps extends RefundDialogProps {
  offer: RefundOffer
  /** Runs when the server's terms have changed. */
  onStale: () => void
}

/** Amount and reason first, then the confirmation, from which the customer can return to the form. */
function Offered({ id, offer, onClose, onStale }: OfferedProps) {
  const [draft, setDraft] = useState<RefundRequest | null>(null)
  const [sure, setSure] = useState(false)
  if (offer.refusal !== null) return <Refused why={offer.refusal} onClose={onClose} />
  if (sure && draft !== null) {
    const back = () => {
      setSure(false)
      onStale()
    }
    return <Confirm id={id} offer={offer} request={draft} onBack={back} onClose={onClose} />
  }
  const next = (request: RefundRequest) => {
    setDraft(request)
    setSure(true)
  }
  return <RefundForm offer={offer} draft={draft} onNext={next} onClose={onClose} />
}

const refusals: Readonly<Record<RefundRefusal, readonly [title: TextId, text: TextId]>> = {
  not_verified: ['refund.notVerified', 'refund.notVerifiedText'],
  refund_not_allowed: ['refund.notAllowed', 'refund.notAllowedText'],
  too_many_refunds: ['refund.tooMany', 'refund.tooManyText'],
  channel_unavailable: ['refund.channelGone', 'refund.channelGoneText'],
}

function Refused({ why, onClose }: { why: RefundRefusal; onClose: () => void }) {
  const t = useText()
  const [title, text] = refusals[why]
  return (
    <>
      <DialogBody>
        <Note tone="warn" title={t(title)}>
          {t(text)}
        </Note>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>{t('ui.close')}</Button>
      </DialogFoot>
    </>
  )
}
