import type { Quote } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { useText } from '../../../../../i18n/text.ts'
import { cx } from '../../../../../ui/cx.ts'

/** The people who get the message later than at the start, by the reason. */
export function Waiting({ quote, className }: { readonly quote: Quote | null; readonly className: string }) {
  const t = useText()
  if (quote === null || quote.waiting === 0) return null
  const { waiting, capped } = quote
  return (
    <div className={cx('grid gap-1 text-pretty', className)}>
      {waiting > capped && <p>{t('new.waiting', { count: waiting - capped })}</p>}
      {capped > 0 && <p>{t('new.capped', { count: capped })}</p>}
    </div>
  )
}
