import { channelsOf } from '@hongyan/contract/vocabulary/payment'
import { useLocation } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { useAccount } from '../../api/account.ts'
import { useText } from '../../i18n/text.ts'
import { paths } from '../../lib/paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { blockOf } from './blocked.ts'
import { InsteadOf } from './payment-block-note.tsx'

/** These pages show the block beside their own form. */
const pagesWithNote: readonly string[] = [paths.topUp, paths.invoices]

/** Shows a blocked channel above the pages that lead to paying. One method of Stripe's page is named beside the forms. */
export function PaymentBlockBanner() {
  const t = useText()
  const { pathname } = useLocation()
  const { config, currency } = useAccount()
  const block = blockOf(config.acct_status, currency, channelsOf(currency))
  if (block === null || pagesWithNote.includes(pathname)) return null
  return (
    <Banner tone="warn" icon={TriangleAlert} title={t(`payment-block.${block.channel}`)}>
      <InsteadOf block={block} />
    </Banner>
  )
}
