import { exports as limits } from '@hongyan/contract/limits/exports'
import { Locale } from '@hongyan/contract/vocabulary/account'
import { columnsOf, columnTitle, exportFormats, exportKinds, exportRepeats } from '@hongyan/contract/vocabulary/export'
import { zoneName } from '@hongyan/contract/zone'
import { useState } from 'react'
import { useAccount } from '../../../api/account.ts'
import { api } from '../../../api/api.ts'
import { useToday } from '../../../api/use-today.ts'
import { languageNames } from '../../../i18n/locale.ts'
import { currentLocale, formatNumber, t as textNow, useLocale, useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Form, type FormValues, SubmitButton } from '../../../ui/form.tsx'
import { RangePicker } from '../../../ui/list/range-picker.tsx'
import { daysOf } from '../../../ui/list/range.ts'
import { Select } from '../../../ui/select.tsx'
import { showError } from '../../../ui/show-error.ts'
import { toast } from '../../../ui/toasts.ts'
import { kindTitles, repeatTitles } from './labels.ts'
import {
  countFilters,
  hasNumbers,
  nameOf,
  type Order,
  withColumn,
  withFormat,
  withKind,
  withoutFilters,
} from './order.ts'
import { reloadExports, useEstimate } from './queries.ts'

interface PartProps {
  order: Order
  onChange: (order: Order) => void
}

const locales = Object.values(Locale)
const UTC = 'UTC'
const viewerZone = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The number of rows before the export is made, or the reason why there can be none. */
function Estimate({ order: { kind, from, to, filters } }: Pick<PartProps, 'order'>) {
  const t = useText()
  const { rows, error } = useEstimate({ kind, from, to, filters })
  const count = rows && { count: rows.rows, number: formatNumber(rows.rows) }
  return (
    <p role="status" className="min-h-4 text-xs text-ink-3">
      {error instanceof Error && <span className="text-bad">{error.message}</span>}
      {rows && count && t(rows.exact ? 'exports.estimate' : 'exports.atLeast', count)}
    </p>
  )
}

function Filters({ order, onChange }: PartProps) {
  const t = useText()
  const count = countFilters(order)
  if (count === 0) return null
  return (
    <p className="flex items-center justify-between gap-4 rounded-md border border-line bg-well px-3 py-2 text-sm">
      {t('exports.filtered', { count })}
      <Button size="row" onClick={() => onChange(withoutFilters(order))}>
        {t('exports.removeFilters')}
      </Button>
    </p>
  )
}

function Columns({ order, onChange }: PartProps) {
  const t = useText()
  const locale = useLocale()
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{t('exports.columns')}</legend>
      <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
        {[...columnsOf(order.kind)].map(([name, column]) => (
          <Checkbox
            key={name}
            checked={order.columns.includes(name)}
            onChange={({ target }) => onChange(withColumn(order, name, target.checked))}
          >
            {columnTitle(column, locale)}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}

/** The choices that most exports leave as they are. */
function More({ order, onChange }: PartProps) {
  const t = useText()
  const { time_zone: home } = useAccount()
  const zones = [...new Set([home, viewerZone, UTC, order.zone])]
  return (
    <details className="group">
      <summary className="cursor-pointer text-sm font-medium">{t('exports.more')}</summary>
      <div className="mt-3 grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label={t('exports.zone')}
            options={zones.map((zone) => ({ value: zone, title: zoneName(zone, currentLocale()) }))}
            value={order.zone}
            onChange={(zone) => onChange({ ...order, zone })}
          />
          <Select
            label={t('exports.language')}
            options={locales.map((value) => ({ value, title: languageNames[value] }))}
            value={order.language}
            onChange={(language) => onChange({ ...order, language })}
          />
        </div>
        {order.format !== 'xlsx' && (
          <Checkbox checked={order.gzip} onChange={({ target }) => onChange({ ...order, gzip: target.checked })}>
            {t('exports.gzip')}
          </Checkbox>
        )}
        <Columns order={order} onChange={onChange} />
      </div>
    </details>
  )
}

function Rows({ order, onChange }: PartProps) {
  const t = useText()
  const today = useToday()
  return (
    <>
      <Select
        label={t('exports.kind')}
        options={exportKinds.map((value) => ({ value, title: t(kindTitles[value]) }))}
        value={order.kind}
        onChange={(kind) => onChange(withKind(order, kind))}
      />
      <div className="grid grid-cols-1 gap-1.5">
        <RangePicker
          labelled="above"
          value={{ from: order.from, to: order.to }}
          today={today}
          openEnded={null}
          ofExport
          onChange={(range) => {
            const { from = order.from, to = today } = daysOf(range, today)
            onChange({ ...order, from, to })
          }}
        />
        <Estimate order={order} />
      </div>
      <Filters order={order} onChange={onChange} />
    </>
  )
}

interface CreateDialogProps {
  initial: Order
  onClose: () => void
}

/** Orders a file of records (screens S5). */
export default function CreateDialog({ initial, onClose }: CreateDialogProps) {
  const t = useText()
  const [order, setOrder] = useState(initial)
  const usualName = nameOf(t(kindTitles[order.kind]), order)

  async function submit({ name = '' }: FormValues) {
    await api.exports.create({
      body: { ...order, columns: [...order.columns], filters: { ...order.filters }, name: name.trim() || usualName },
    })
    onClose()
    toast('ok', textNow('exports.begun'))
    await reloadExports()
  }

  return (
    <Dialog title={t('exports.new')} open onClose={onClose}>
      <Form submit={submit} onError={showError}>
        <DialogBody>
          <Rows order={order} onChange={setOrder} />
          <TextField
            name="name"
            label={t('exports.name')}
            placeholder={usualName}
            maxLength={limits.nameMax}
            autoComplete="off"
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <Select
              label={t('exports.format')}
              options={exportFormats.map((value) => ({ value, title: value.toUpperCase() }))}
              value={order.format}
              onChange={(format) => setOrder(withFormat(order, format))}
            />
            <Select
              label={t('exports.repeat')}
              options={exportRepeats.map((value) => ({ value, title: t(repeatTitles[value]) }))}
              value={order.repeat}
              onChange={(repeat) => setOrder({ ...order, repeat })}
            />
          </div>
          {hasNumbers(order.kind) && (
            <Checkbox checked={order.masked} onChange={({ target }) => setOrder({ ...order, masked: target.checked })}>
              {t('exports.masked')}
            </Checkbox>
          )}
          <Checkbox checked={order.notify} onChange={({ target }) => setOrder({ ...order, notify: target.checked })}>
            {t('exports.notify')}
          </Checkbox>
          <More order={order} onChange={setOrder} />
        </DialogBody>
        <DialogFoot onCancel={onClose}>
          <SubmitButton busyLabel={t('exports.starting')}>{t('exports.create')}</SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
