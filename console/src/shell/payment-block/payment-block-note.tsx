import type { TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import { Link } from '@tanstack/react-router'
import { useAccount } from '../../api/account.ts'
import { gap } from '../../i18n/gap.ts'
import { useText } from '../../i18n/text.ts'
import { paths } from '../../lib/paths.ts'
import { Note } from '../../ui/note.tsx'
import { blockOf, type PaymentBlock } from './blocked.ts'

interface PaymentBlockNoteProps {
  /** The offered channels; by default those of top-ups, and the methods of Stripe's page. */
  offered?: readonly TopUpChannel[]
}

function SupportLink() {
  const t = useText()
  return (
    <Link to={paths.support} className="text-link whitespace-nowrap">
      {t('payment-block.support')}
    </Link>
  )
}

interface InsteadOfProps {
  block: PaymentBlock
  /** True where cards are meant, which are added as well as charged. */
  cards?: boolean
}

/** The alternatives to a blocked payment. */
export function InsteadOf({ block: { channel, instead }, cards = false }: InsteadOfProps) {
  const t = useText()
  const [way, ...others] = instead
  return (
    <>
      {cards && t('payment-block.cards') + gap()}
      {channel === 'all' && t('payment-block.rest') + gap()}
      {way !== undefined && `${t('payment-block.instead', { way: others.length === 0 ? way : 'other' })} `}
      <SupportLink />
    </>
  )
}

/** Shows the blocked payment and the alternatives before the customer tries. Empty without a block. */
export function PaymentBlockNote({ offered }: PaymentBlockNoteProps) {
  const t = useText()
  const { config, currency } = useAccount()
  const block = blockOf(config.acct_status, currency, offered)
  if (block === null) return null
  return (
    <Note tone="warn" title={t(`payment-block.${block.channel}`)}>
      <InsteadOf block={block} cards={offered?.includes('stripe') === true} />
    </Note>
  )
}
