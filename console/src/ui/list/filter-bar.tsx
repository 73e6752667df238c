import { ListFilter } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useText } from '../../i18n/text.ts'
import { Button } from '../button.tsx'
import { Dialog, DialogBody, DialogFoot, preloadDialog } from '../dialog.tsx'
import { useMedia, useWide } from '../media.ts'
import { SortFilter } from './sort-filter.tsx'
import type { Sorting } from './sorting.ts'
import { ViewButton } from './view-button.tsx'
import type { ViewButtonProps } from './view-layer.tsx'

/** The parts of a bar that a page passes through its own filters. */
export type BarParts = Pick<FilterBarProps, 'sorting' | 'view'>

interface FilterBarProps {
  /** The number of filters that are set. */
  count: number
  onClear: () => void
  /** The filter that a phone shows beside its button, such as a search field. */
  first?: ReactNode
  /** The other filters: in a row, or on a phone in a sheet. */
  children?: ReactNode
  /** The order of the list. `inHead` where the heads of the columns change it. */
  sorting?: { readonly by: Sorting; readonly inHead: boolean } | undefined
  /** The saved views, columns and density. */
  view?: ViewButtonProps | undefined
  /** The rarer filters, behind a button. */
  more?: { readonly set: boolean; readonly filters: ReactNode }
}

function MoreFilters({ set, filters }: { set: boolean; filters: ReactNode }) {
  const t = useText()
  const id = useId()
  const [open, setOpen] = useState(set)
  const [wasOpened, setOpened] = useState(set)
  const shown = open || set
  const toggle = () => {
    setOpened(true)
    setOpen(!open)
  }
  return (
    <>
      <Button size="small" icon={ListFilter} aria-expanded={shown} aria-controls={id} onClick={toggle}>
        {t('list.more')}
      </Button>
      <div id={id} hidden={!shown} className="order-1 flex w-full flex-wrap items-start gap-2">
        {(wasOpened || set) && filters}
      </div>
    </>
  )
}

function ClearButton({ count, onClear }: Pick<FilterBarProps, 'count' | 'onClear'>) {
  const t = useText()
  return count === 0 ? null : (
    <Button tone="ghost" size="small" onClick={onClear}>
      {t('list.clear')}
    </Button>
  )
}

/** Opens the filters in a sheet. They apply at once, behind it. */
function FilterSheet({ count, onClear, children, sorting, more }: FilterBarProps) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button
        size="small"
        icon={ListFilter}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
      >
        {t('list.filters', { count })}
      </Button>
      <Dialog title={t('list.filters', { count })} open={open} onClose={close}>
        <DialogBody className="[&_button]:w-full">
          {children}
          {more?.filters}
          {sorting && <SortFilter {...sorting.by} />}
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClear} disabled={count === 0}>
            {t('list.clear')}
          </Button>
          <Button tone="primary" onClick={close}>
            {t('list.show')}
          </Button>
        </DialogFoot>
      </Dialog>
    </>
  )
}

/** The filters of a list: in a row, or on a phone behind a button with their number. */
export function FilterBar(props: FilterBarProps) {
  const { count, onClear, first, children, sorting, view, more } = props
  const hasHead = useWide() && sorting?.inHead === true
  const isRow = useMedia('(min-width: 640px), print')
  const isBare = children === undefined && sorting === undefined
  return (
    <div data-filters className="mb-4 flex flex-wrap items-start gap-2">
      {first}
      {isRow && children}
      {isRow && sorting !== undefined && !hasHead && <SortFilter {...sorting.by} />}
      {isRow && more !== undefined && <MoreFilters {...more} />}
      {(isRow || isBare) && <ClearButton count={count} onClear={onClear} />}
      {!isRow && !isBare && <FilterSheet {...props} />}
      {view && (
        <span className="ml-auto print:hidden">
          <ViewButton {...view} />
        </span>
      )}
    </div>
  )
}
