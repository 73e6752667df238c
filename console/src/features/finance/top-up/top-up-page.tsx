import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { queryClient } from '../../../api/query-client.ts'
import { loadTexts, useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { choiceQuery, isCodeShown, lapsedTopUp, namedQuery, resumedTopUp } from './orders.ts'
import { QrDialog } from './qr-dialog.tsx'
import { TopUpDialogs } from './top-up-dialogs.tsx'
import type { TopUpSearch } from './tab.ts'
import { TopUpForm } from './top-up-form.tsx'
import { loadAutoRecharge, TopUpTabs } from './top-up-tabs.tsx'
import { useReturn } from '../../../lib/use-return.ts'
import { useTopUp } from './use-top-up.ts'

/** Loads the data of the page before it is drawn, so that it does not shift. */
export async function loadTopUp({ tab, order }: TopUpSearch): Promise<void> {
  await Promise.all([
    loadTexts('top-up', 'payment-block'),
    // A named order may be newer than the choice that is known.
    queryClient.prefetchQuery(order === undefined ? choiceQuery : { ...choiceQuery, staleTime: 0 }),
    tab === 'auto' && loadAutoRecharge(),
  ])
  if (order !== undefined && resumedTopUp(order) === null) await queryClient.prefetchQuery(namedQuery(order))
}

/** Specification section 2, "Top-up screen". */
export function TopUpPage() {
  const t = useText()
  /** The number of completed top-ups. Each one starts a new form. */
  const [done, setDone] = useState(0)
  const { order } = useSearch({ from: paths.topUp })
  const [lapsed] = useState(() => lapsedTopUp(order))
  const topUp = useTopUp(
    () => setDone((before) => before + 1),
    () => resumedTopUp(order),
  )
  const { pending } = topUp
  useReturn(pending !== null, topUp.checkOnReturn)
  return (
    <>
      <PageHeader title={t('top-up.title')} crumbs={[{ title: t('shell.finance') }]} />
      <TopUpTabs>
        <TopUpForm key={done} topUp={topUp} lapsed={done > 0 ? null : lapsed} again={done > 0} />
      </TopUpTabs>
      {pending && isCodeShown(pending) && (
        <QrDialog
          pending={pending}
          onPaid={topUp.onPaid}
          onCancel={topUp.confirmCancel}
          onRenew={topUp.renew}
          onLeave={topUp.leave}
        />
      )}
      <TopUpDialogs topUp={topUp} />
    </>
  )
}
