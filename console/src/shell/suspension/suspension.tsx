import { AccountStatus } from '@hongyan/contract/vocabulary/account'
import { Link } from '@tanstack/react-router'
import { CircleX } from 'lucide-react'
import { useAccount } from '../../api/account.ts'
import { useText } from '../../i18n/text.ts'
import { paths } from '../../lib/paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { PaymentBlockBanner } from '../payment-block/payment-block-banner.tsx'
import { useExists } from '../use-nav.ts'
import { SuspensionAlert } from './suspension-alert.tsx'

/** What a suspended account sees over every page (specification section 4, "Suspension"). */
function Suspension() {
  const t = useText()
  const support: string = paths.support
  const hasSupport = useExists()(support)
  return (
    <>
      <Banner
        tone="bad"
        icon={CircleX}
        title={t('suspension.now')}
        action={
          hasSupport && (
            <Link to={support} className="text-link flex h-7 items-center">
              {t('suspension.support')}
            </Link>
          )
        }
      >
        {t('suspension.banner')}
      </Banner>
      <SuspensionAlert />
    </>
  )
}

/** What the status of an account keeps it from, over its pages. */
export default function StatusBanner() {
  const { config } = useAccount()
  return config.acct_status === AccountStatus.Suspended ? <Suspension /> : <PaymentBlockBanner />
}
