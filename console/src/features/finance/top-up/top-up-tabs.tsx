import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, type ReactNode } from 'react'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Tabs } from '../../../ui/tabs.tsx'

/** Loads the other tab and its data. */
export const loadAutoRecharge = async () => {
  const tab = await import('./auto-recharge/auto-recharge-tab.tsx')
  await tab.loadAutoRecharge()
  return tab
}
const AutoRechargeTab = lazy(loadAutoRecharge)

/** The two tabs of the screen. The address names the open one (specification section 2). */
export function TopUpTabs({ children }: { children: ReactNode }) {
  const t = useText()
  const navigate = useNavigate({ from: paths.topUp })
  const { tab = 'once' } = useSearch({ from: paths.topUp })
  const auto = (
    <Suspense fallback={<Skeleton label={t('ui.loading')} />}>
      <AutoRechargeTab />
    </Suspense>
  )
  return (
    <Tabs
      label={t('top-up.title')}
      tabs={[
        { value: 'once', title: t('top-up.title'), view: children },
        { value: 'auto', title: t('top-up.autoRecharge'), view: auto },
      ]}
      value={tab}
      onChange={(chosen) => void navigate({ search: chosen === 'auto' ? { tab: chosen } : {}, resetScroll: false })}
    />
  )
}
