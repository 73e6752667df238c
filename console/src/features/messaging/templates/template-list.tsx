import type { Template } from '@hongyan/contract/endpoints/messaging/templates'
import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useMemo, useState } from 'react'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { withPart, without } from '../../../ui/list/address.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { type Acts, ActsContext, type DialogName } from './acts.ts'
import { listOf, type TemplateSearch } from './filter.ts'
import { MineTab } from './mine-tab.tsx'
import { PublicTab } from './public-tab.tsx'
import { RemoveAlert, WithdrawAlert } from './template-alerts.tsx'
import { TemplateSheet } from './template-sheet.tsx'

const TestDialog = lazy(() => import('./test-dialog.tsx'))
const CompareDialog = lazy(() => import('./compare/compare-dialog.tsx'))
const SnippetDialog = lazy(() => import('./snippet-dialog.tsx'))

interface OpenDialog {
  readonly name: DialogName
  readonly template: Template
}

interface DialogProps {
  template: Template
  onClose: () => void
}

const dialogs: Readonly<Record<DialogName, ComponentType<DialogProps>>> = {
  test: TestDialog,
  compare: CompareDialog,
  snippet: SnippetDialog,
  withdraw: WithdrawAlert,
  remove: RemoveAlert,
}

function OneDialog({ dialog: { name, template }, onClose }: { dialog: OpenDialog; onClose: () => void }) {
  const Shown = dialogs[name]
  return <Shown template={template} onClose={onClose} />
}

export interface TemplateListProps {
  search: TemplateSearch
  /** Called when the customer is about to open the form. */
  onFormNear: () => void
}

/** The account's templates and the public ones. */
export default function TemplateList({ search, onFormNear }: TemplateListProps) {
  const t = useText()
  const navigate = useNavigate({ from: paths.templates })
  const [dialog, setDialog] = useState<OpenDialog | null>(null)

  const acts = useMemo((): Acts => {
    const go = (change: (now: TemplateSearch) => TemplateSearch) => void navigate({ search: change })
    return {
      view: ({ id }) => go((now) => withPart(now, 'open', id)),
      edit: ({ id }) => go((now) => ({ ...listOf(now), edit: id })),
      duplicate: ({ id }) => go((now) => ({ ...listOf(now), form: 'new', from: id })),
      show: (name, template) => setDialog({ name, template }),
    }
  }, [navigate])

  const create = (from?: string) =>
    void navigate({ search: { ...listOf(search), form: 'new', ...(from !== undefined && { from }) } })

  return (
    <ActsContext value={acts}>
      <PageHeader
        title={t('templates.title')}
        description={t('templates.description')}
        crumbs={[{ title: t('templates.messaging') }]}
        action={
          <Button
            tone="primary"
            icon={Plus}
            unlessSuspended
            onClick={() => create()}
            onPointerEnter={onFormNear}
            onFocus={onFormNear}
          >
            {t('templates.create')}
          </Button>
        }
      />
      <Tabs
        label={t('templates.title')}
        value={search.tab ?? 'mine'}
        onChange={(tab) =>
          void navigate({ search: withPart(search, 'tab', tab === 'public' ? tab : undefined), resetScroll: false })
        }
        tabs={[
          { value: 'mine', title: t('templates.mine'), view: <MineTab search={search} onCreate={create} /> },
          { value: 'public', title: t('templates.public'), view: <PublicTab onUse={create} /> },
        ]}
      />
      {search.open !== undefined && (
        <TemplateSheet
          id={search.open}
          search={search}
          onOpen={(id) => void navigate({ search: withPart(search, 'open', id), replace: true, resetScroll: false })}
          onClose={() => void navigate({ search: without(search, 'open'), replace: true, resetScroll: false })}
        />
      )}
      {dialog !== null && (
        <Suspense>
          <OneDialog dialog={dialog} onClose={() => setDialog(null)} />
        </Suspense>
      )}
    </ActsContext>
  )
}
