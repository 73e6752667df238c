import type { BroadcastDetail } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { useAccount } from '../../../../api/account.ts'
import { formatNumber, useText } from '../../../../i18n/text.ts'
import { Card } from '../../../../ui/card.tsx'
import { Money } from '../../../../ui/money.tsx'
import { isMoving, isOpen } from '../course.ts'

/** The cost beside its estimate, and what it cost in people who no longer want to hear from the owner. */
export function CostCard({ broadcast }: { broadcast: BroadcastDetail }) {
  const t = useText()
  const { currency } = useAccount()
  const { cost, quoted, opted_out: optedOut } = broadcast
  return (
    <Card className="grid gap-4">
      <div>
        <h2 className="text-sm text-ink-2">
          {t(isOpen(broadcast) || isMoving(broadcast) ? 'broadcasts.costSoFar' : 'broadcasts.cost')}
        </h2>
        <p className="text-figure font-semibold">
          <Money exact={cost} currency={currency} decimals={4} />
        </p>
      </div>
      <dl className="grid gap-2 text-sm">
        <div className="flex justify-between gap-4">
          <dt className="text-ink-2">{t('broadcasts.estimate')}</dt>
          <dd className="tabular-nums">
            <Money exact={quoted} currency={currency} decimals={4} />
          </dd>
        </div>
        <div className="flex justify-between gap-4">
          <dt className="text-ink-2">{t('broadcasts.optedOut')}</dt>
          <dd className="tabular-nums">{formatNumber(optedOut)}</dd>
        </div>
      </dl>
    </Card>
  )
}
