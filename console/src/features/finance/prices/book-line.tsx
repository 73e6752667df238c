import type { PriceList } from '@hongyan/contract/endpoints/finance/prices'
import { formatDate, useText } from '../../../i18n/text.ts'
import { TextPlaceholder } from '../../../ui/text-placeholder.tsx'
import { Tag } from '../../../ui/tag.tsx'

const DAY = { dateStyle: 'long' } as const

/** The price book's version and validity, and its successor. */
export function BookLine({ book }: { book: PriceList | null }) {
  const t = useText()
  const sentences = book && [
    ...(book.sample ? [t('prices.sampleText')] : []),
    t('prices.version', { version: book.version, date: formatDate(book.effective_from, DAY) }),
    ...(book.next
      ? [t('prices.next', { version: book.next.version, date: formatDate(book.next.effective_from, DAY) })]
      : []),
  ]
  return (
    <p className="mb-6 flex min-h-5 flex-wrap content-start max-sm:min-h-11 items-center gap-x-2 gap-y-1 text-sm text-ink-2">
      {book?.sample && <Tag tone="warn">{t('prices.sample')}</Tag>}
      {sentences ? (
        sentences.map((sentence) => <span key={sentence}>{sentence}</span>)
      ) : (
        <TextPlaceholder width={320} />
      )}
    </p>
  )
}
