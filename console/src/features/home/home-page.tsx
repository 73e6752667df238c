import { useSearch } from '@tanstack/react-router'
import { useAccount } from '../../api/account.ts'
import { paths } from '../../lib/paths.ts'
import { BalanceCard } from './balance-card.tsx'
import { figuresOf } from './figures.ts'
import { GreetingHeader } from './greeting-header.tsx'
import { DEFAULT_PERIOD } from './period.ts'
import { ProfileCard } from './profile-card.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { useSummary } from './summary.ts'
import { TodayCards } from './today-cards.tsx'
import { TrendsPanel } from './trends-panel.tsx'

/** The dashboard (specification section 2, "Home dashboard"). */
export function HomePage() {
  const { activated } = useAccount()
  const { period = DEFAULT_PERIOD } = useSearch({ from: paths.home })
  const summary = useSummary(activated, period)
  const figures = summary.days && figuresOf(summary.days)
  return (
    <>
      <GreetingHeader />
      <div className="grid gap-4">
        <div className="grid gap-4 lg:grid-cols-2">
          <ProfileCard />
          <BalanceCard />
        </div>
        <TodayCards figures={figures} waiting={!figures && !summary.error} />
        <TrendsPanel period={period} summary={summary} figures={figures} />
        <Shortcuts />
      </div>
    </>
  )
}
