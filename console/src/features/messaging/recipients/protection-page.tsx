import { useNavigate, useSearch } from '@tanstack/react-router'
import { FileUp, Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useToday } from '../../../api/use-today.ts'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { preloadDialog } from '../../../ui/dialog.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { isUnused, useRecipients } from './queries.ts'
import { RecipientsTab } from './recipients-tab.tsx'
import { filterOf, initialSort, listSearch, readSearch, type RecipientSearch } from './search.ts'

const forms = {
  add: lazy(() => import('./add-dialog.tsx')),
  import: lazy(() => import('./import-dialog.tsx')),
} as const

/** Opens the forms of new entries. A suspended account cannot add any. */
function AddButtons({ onOpen }: { onOpen: (form: keyof typeof forms) => void }) {
  const t = useText()
  const preload = { onPointerEnter: preloadDialog, onFocus: preloadDialog }
  return (
    <div className="flex gap-2 max-sm:*:flex-1">
      <Button icon={FileUp} onClick={() => onOpen('import')} unlessSuspended {...preload}>
        {t('recipients.importTitle')}
      </Button>
      <Button tone="primary" icon={Plus} onClick={() => onOpen('add')} unlessSuspended {...preload}>
        {t('recipients.addTitle')}
      </Button>
    </div>
  )
}

/** Screens S14: what keeps messages away from their recipients. */
export function ProtectionPage() {
  const t = useText()
  const navigate = useNavigate({ from: paths.protection })
  const search = readSearch(useSearch({ from: paths.protection }))
  const change = (next: RecipientSearch) => void navigate({ search: next, replace: true, resetScroll: false })
  const close = () => change(listSearch(search))
  const actions = <AddButtons onOpen={(form) => change({ ...listSearch(search), form })} />
  const list = useRecipients(filterOf(search, useToday()), search.sort ?? initialSort)
  // The empty list has buttons of its own, and a screen has one primary action.
  const isEmpty = isUnused(list, search)
  const OpenForm = search.form && forms[search.form]
  return (
    <>
      <PageHeader
        title={t('recipients.page')}
        description={t('recipients.description')}
        crumbs={[{ title: t('shell.messaging') }, { title: t('recipients.log'), path: paths.logs }]}
        action={isEmpty ? undefined : actions}
      />
      <Tabs
        label={t('recipients.page')}
        value="recipients"
        onChange={() => undefined}
        tabs={[
          {
            value: 'recipients',
            title: t('recipients.title'),
            view: <RecipientsTab search={search} list={list} isEmpty={isEmpty} actions={actions} />,
          },
        ]}
      />
      {OpenForm && (
        <Suspense>
          <OpenForm onClose={close} />
        </Suspense>
      )}
    </>
  )
}
