import { addresses } from '@hongyan/contract/endpoints/addresses'
import type { Message } from '@hongyan/contract/endpoints/messaging/messages'
import { shownDecimals } from '@hongyan/contract/limits/screens'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'
import { t as textNow, useText } from '../../../i18n/text.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { DetailRow } from '../../../ui/detail-row.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../../ui/dialog.tsx'
import { Money } from '../../../ui/money.tsx'
import { Note } from '../../../ui/note.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useBusy } from '../../../ui/use-busy.ts'
import { useActs } from './acts.ts'
import { reloadMessages } from './queries.ts'

/** Reads text and price anew each time: rules and prices may have changed since the first message. */
function usePrepared({ id }: Message) {
  return useQuery({
    queryKey: [addresses.messages.prepare, id],
    queryFn: ({ signal }) => api.messages.prepare({ params: { id } }, signal),
    gcTime: 0,
    retry: false,
  })
}

/** Shows recipient, text and price of a message before it is sent again. */
export default function ResendDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const t = useText()
  const acts = useActs()
  const { data, error } = usePrepared(message)
  const [busy, send] = useBusy(async () => {
    const sent = await api.messages.resend({ params: { id: message.id } })
    toast('ok', textNow('logs.resent'))
    onClose()
    acts.view(sent)
    await reloadMessages()
  })
  return (
    <Dialog title={t('logs.resendTitle')} open onClose={onClose}>
      <DialogBody>
        {error !== null && <Note>{error instanceof ApiError ? error.message : t('ui.offline')}</Note>}
        {data === undefined && error === null && <Skeleton label={t('ui.loading')} />}
        {data && (
          <>
            <dl className="text-sm">
              <DetailRow title="logs.recipient">
                <span className="tabular-nums">{data.to}</span>
              </DetailRow>
              {data.sender !== null && <DetailRow title="logs.sender">{data.sender}</DetailRow>}
              <DetailRow title="logs.price">
                <span className="tabular-nums">
                  {t('logs.partCount', { count: data.parts })} ×{' '}
                  <Money exact={data.unit_price} currency={data.currency} decimals={shownDecimals.messagePrice} /> ={' '}
                  <span className="font-medium">
                    <Money exact={data.price} currency={data.currency} decimals={shownDecimals.messagePrice} />
                  </span>
                </span>
              </DetailRow>
            </dl>
            <p className="rounded-lg bg-well px-3 py-2.5 text-sm wrap-anywhere whitespace-pre-wrap">{data.text}</p>
            <p className="text-xs text-ink-3">{t('logs.resendText')}</p>
          </>
        )}
      </DialogBody>
      <DialogFoot onCancel={onClose}>
        <Button
          tone="primary"
          unlessSuspended
          busy={busy}
          busyLabel={t('logs.resending')}
          disabled={data === undefined}
          onClick={send}
        >
          {t('logs.resend')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
