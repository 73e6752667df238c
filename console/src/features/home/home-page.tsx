import { useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useAccount } from '../../api/account.ts'
import { paths } from '../../lib/paths.ts'
import { BalanceCard } from './balance-card.tsx'
import { ConnectivityCard } from './connectivity-card.tsx'
import { figuresOf } from './figures.ts'
import { GreetingHeader } from './greeting-header.tsx'
import { Checklist } from './load.ts'
import { DEFAULT_PERIOD } from './period.ts'
import { ProfileCard } from './profile-card.tsx'
import { useFirstRun } from './progress.ts'
import { Shortcuts } from './shortcuts.tsx'
import { useSummary } from './summary.ts'
import { TodayCards } from './today-cards.tsx'
import { TrendsPanel } from './trends-panel.tsx'

/** The dashboard (specification section 2, "Home dashboard"). */
export function HomePage() {
  const { activated } = useAccount()
  const { period = DEFAULT_PERIOD } = useSearch({ from: paths.home })
  const summary = useSummary(activated, period)
  const { isFirstRun, progress } = useFirstRun()
  const figures = summary.days && figuresOf(summary.days)
  return (
    <>
      <GreetingHeader firstRun={isFirstRun} />
      <div className="grid gap-4">
        <Suspense>{progress && <Checklist progress={progress} />}</Suspense>
        <div className="grid gap-4 md:grid-cols-2 min-[1240px]:grid-cols-[1fr_272px_272px]">
          <ProfileCard />
          <ConnectivityCard />
          <BalanceCard besideSteps={progress !== null} />
        </div>
        <TodayCards figures={figures} waiting={!figures && !summary.error} />
        <TrendsPanel firstRun={isFirstRun} period={period} summary={summary} figures={figures} />
        <Shortcuts />
      </div>
    </>
  )
}
