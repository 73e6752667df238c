import { AccountStatus } from '@hongyan/contract/vocabulary/account'
import { Link } from '@tanstack/react-router'
import { CircleX } from 'lucide-react'
import { useAccount } from '../../api/account.ts'
import { useText } from '../../i18n/text.ts'
import { paths } from '../../lib/paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { PaymentBlockBanner } from '../payment-block/payment-block-banner.tsx'
import { SuspensionAlert } from './suspension-alert.tsx'

/** The banner and alert of a suspended account (specification section 4, "Suspension"). */
function Suspension() {
  const t = useText()
  return (
    <>
      <Banner
        tone="bad"
        icon={CircleX}
        title={t('suspension.now')}
        action={
          <Link to={paths.supportNew} search={{ category: 'appeal' }} className="text-link flex h-7 items-center">
            {t('suspension.support')}
          </Link>
        }
      >
        {t('suspension.banner')}
      </Banner>
      <SuspensionAlert />
    </>
  )
}

/** Banners for the restrictions that the account's status brings. */
export default function StatusBanner() {
  const { config } = useAccount()
  return config.acct_status === AccountStatus.Suspended ? <Suspension /> : <PaymentBlockBanner />
}
