import { useLocation, useNavigate } from '@tanstack/react-router'
import { Check, Trash2 } from 'lucide-react'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { useText } from '../../i18n/text.ts'
import { Button, IconButton } from '../button.tsx'
import { Checkbox, Segmented } from '../choice.tsx'
import { Icon } from '../icon.tsx'
import type { LayerProps } from '../layer-button.tsx'
import { useWide } from '../media.ts'
import { OwnLanguage } from '../own-language.tsx'
import type { Column } from '../table.tsx'
import { choosable, isShown, useLayout } from './layout.ts'
import { isSameView, limits, useViews, viewSearch, withView } from './views.ts'

export interface ViewButtonProps {
  /** The name of the list, under which the browser keeps its layout and views. */
  list: string
  /** The account that the saved views belong to; absent for a list whose address holds no filters. */
  account?: string
  columns: readonly Pick<Column<never>, 'title' | 'fixed' | 'rare' | 'quiet'>[]
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid grid-cols-1 gap-2 border-line p-3 not-first:border-t">
      <h2 className="text-xs font-medium text-ink-3">{title}</h2>
      {children}
    </section>
  )
}

interface ViewsProps {
  list: string
  account: string
  onClose: () => void
}

/** Applies, saves and deletes views: named sets of the address's filters and order. */
function Views({ list, account, onClose }: ViewsProps) {
  const t = useText()
  const navigate = useNavigate()
  const [views, keep] = useViews(list, account)
  const [name, setName] = useState('')
  const current = viewSearch(useLocation({ select: ({ search }) => search }))
  const apply = (search: object) => {
    void navigate({ to: '.', search, resetScroll: false })
    onClose()
  }
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    keep(withView(views, { name: name.trim(), search: current }))
    setName('')
  }
  return (
    <Section title={t('list.views')}>
      {views.length > 0 && (
        <ul className="-mx-2 grid">
          {views.map((view) => (
            <li key={view.name} className="flex items-center gap-1 pr-2">
              <button
                type="button"
                aria-current={isSameView(view.search, current) || undefined}
                onClick={() => apply(view.search)}
                className="flex min-h-9 min-w-0 flex-1 items-center gap-2 rounded-[6px] px-2 text-left text-sm hover:bg-fill sm:min-h-8"
              >
                <span className="truncate">{view.name}</span>
                {isSameView(view.search, current) && <Icon of={Check} size={14} />}
              </button>
              <IconButton
                icon={Trash2}
                size={13}
                label={t('list.deleteView', { name: view.name })}
                onClick={() => keep(views.filter((each) => each !== view))}
              />
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={save} className="flex gap-2">
        <input
          aria-label={t('list.viewName')}
          placeholder={t('list.viewName')}
          value={name}
          maxLength={limits.name}
          autoComplete="off"
          onChange={({ target }) => setName(target.value)}
          className="h-9 min-w-0 flex-1 rounded-md border border-control bg-raised px-2.5 text-md outline-none placeholder:text-ink-3 focus:border-focus focus:ring-3 focus:ring-focus/22 sm:h-8 sm:text-sm"
        />
        <Button type="submit" size="small" disabled={name.trim() === ''}>
          {t('list.saveView')}
        </Button>
      </form>
    </Section>
  )
}

/** The columns of the table's current width, and the height of its rows. */
function Arrangement({ list, columns }: Pick<ViewButtonProps, 'list' | 'columns'>) {
  const t = useText()
  const [layout, keep] = useLayout(list)
  return (
    <>
      <Section title={t('list.columns')}>
        <div className="grid">
          {choosable(columns).map((column) => (
            <Checkbox
              key={column.title}
              checked={isShown(column, layout)}
              onChange={({ target }) =>
                keep({ ...layout, columns: { ...layout.columns, [column.title]: target.checked } })
              }
            >
              {t(column.title)}
            </Checkbox>
          ))}
        </div>
      </Section>
      <Section title={t('list.density')}>
        <Segmented
          label={t('list.density')}
          choices={[
            { value: 'comfortable', title: t('list.comfortable') },
            { value: 'compact', title: t('list.compact') },
          ]}
          value={layout.dense ? 'compact' : 'comfortable'}
          onChange={(density) => keep({ ...layout, dense: density === 'compact' })}
        />
      </Section>
    </>
  )
}

export default function ViewLayer({ label, trigger, onClose, list, account, columns }: LayerProps & ViewButtonProps) {
  const isWide = useWide()
  return (
    <OwnLanguage>
      <Popover
        isOpen
        triggerRef={trigger}
        placement="bottom end"
        offset={6}
        onOpenChange={onClose}
        className="w-72 overflow-y-auto rounded-lg bg-raised shadow-float outline-none"
      >
        <AriaDialog aria-label={label} className="outline-none">
          {account !== undefined && <Views list={list} account={account} onClose={onClose} />}
          {isWide && <Arrangement list={list} columns={columns} />}
        </AriaDialog>
      </Popover>
    </OwnLanguage>
  )
}
