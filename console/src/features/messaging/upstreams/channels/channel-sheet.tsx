import type { Upstream } from '@hongyan/contract/endpoints/messaging/upstreams'
import { providers } from '@hongyan/contract/upstreams/providers'
import { Link } from '@tanstack/react-router'
import { useAccount } from '../../../../api/account.ts'
import { useCountryName } from '../../../../api/regions.ts'
import { joined } from '../../../../i18n/joined.ts'
import { formatNumber, useText } from '../../../../i18n/text.ts'
import { paths } from '../../../../lib/paths.ts'
import { Button } from '../../../../ui/button.tsx'
import { CopyableId, CopyButton } from '../../../../ui/copy.tsx'
import { DetailRow } from '../../../../ui/detail-row.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../../ui/error-panel.tsx'
import { Money } from '../../../../ui/money.tsx'
import { Note } from '../../../../ui/note.tsx'
import { SideSheet, stepsBeside } from '../../../../ui/sheet.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { isManaged, isOwn, latencyText, shareText, useContractText, useProviderName } from '../labels.ts'
import { useAllChannels } from '../queries.ts'
import { canPause, canResume, canTest, checkAgain, pause, resume, useActs } from './acts.ts'
import { LastErrorCell, ProductsText, RateCell, TypeText } from './cells.tsx'
import { StateMark } from './state-mark.tsx'

interface PartProps {
  row: Upstream
}

function Head({ row }: PartProps) {
  const t = useText()
  return (
    <>
      <StateMark row={row} />
      <h2 className="text-[20px]/7 font-semibold wrap-anywhere">{row.name}</h2>
      {isOwn(row) && <CopyableId value={row.id} what={t('upstreams.id')} />}
    </>
  )
}

/** The next step with a channel, by its state. */
function Step({ row: { state, priority, probe_at: probe } }: PartProps) {
  const t = useText()
  if (state === 'active') {
    return priority === null ? (
      <Note title={t('upstreams.unused')}>
        <Link to={paths.upstreams} search={{ tab: 'routing' }} className="text-link">
          {t('upstreams.toRouting')}
        </Link>
      </Note>
    ) : null
  }
  const isBad = state === 'degraded' || state === 'auth_failed'
  const step = state === 'degraded' && probe === null ? 'halfOpen' : state
  return <Note tone={isBad ? 'warn' : 'info'}>{t(`upstreams.step.${step}`)}</Note>
}

/** The address that the customer enters at the provider, so that receipts arrive. */
function ReceiptUrl({ row: { receipt_url: url, provider } }: PartProps) {
  const t = useText()
  const nameOf = useProviderName()
  if (url === null) return null
  return (
    <section className="grid gap-1.5">
      <h3 className="text-sm font-medium">{t('upstreams.receiptUrl')}</h3>
      <p className="flex items-start justify-between gap-2 rounded-md border border-line bg-well py-2 pr-2 pl-3">
        <span className="min-w-0 font-mono text-xs/6 break-all">{url}</span>
        <CopyButton text={url} what={t('upstreams.receiptUrl')} />
      </p>
      <p className="text-xs text-ink-3">{t('upstreams.receiptUrlHint', { provider: nameOf(provider) })}</p>
    </section>
  )
}

function Figures({ row }: PartProps) {
  const t = useText()
  const figures = [
    { title: t('upstreams.submitted'), text: formatNumber(row.submitted) },
    { title: t('upstreams.success'), text: shareText(row.accepted, row.submitted) },
    { title: t('upstreams.p95'), text: latencyText(row.p95) },
    { title: t('upstreams.receipts'), text: shareText(row.receipts, row.accepted) },
  ]
  return (
    <dl className="grid grid-cols-2 gap-4 rounded-lg border border-line p-4 sm:grid-cols-4">
      {figures.map(({ title, text }) => (
        <div key={title}>
          <dt className="text-xs text-ink-3">{title}</dt>
          <dd className="mt-0.5 font-semibold tabular-nums">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

function Cap({ row: { daily_cap: cap, spent_today: spent } }: PartProps) {
  const t = useText()
  const { currency } = useAccount()
  return (
    <>
      <Money exact={spent} currency={currency} decimals={2} />{' '}
      <span className="text-ink-3">
        {cap === null ? t('upstreams.noCap') : <>/ {<Money exact={cap} currency={currency} decimals={2} />}</>}
      </span>
    </>
  )
}

function Facts({ row }: PartProps) {
  const t = useText()
  const { regions, behaviour } = row
  const countryName = useCountryName(regions.length > 0)
  const nameOf = useProviderName()
  return (
    <dl className="text-sm">
      <DetailRow title="upstreams.provider">{nameOf(row.provider)}</DetailRow>
      <DetailRow title="upstreams.type">
        <TypeText row={row} />
      </DetailRow>
      <DetailRow title="upstreams.products">
        <ProductsText row={row} />
      </DetailRow>
      <DetailRow title="upstreams.regions">
        {regions.length === 0 ? t('upstreams.everywhere') : joined(regions.map(countryName))}
      </DetailRow>
      <DetailRow title="upstreams.rate">
        <RateCell row={row} />
      </DetailRow>
      <DetailRow title="upstreams.spentToday">
        <Cap row={row} />
      </DetailRow>
      {behaviour !== null && <DetailRow title="upstreams.behaviour">{t(`upstreams.behaviour.${behaviour}`)}</DetailRow>}
      <DetailRow title="upstreams.lastError">
        <LastErrorCell row={row} />
      </DetailRow>
    </dl>
  )
}

/** The credentials as they are stored: of secrets the last three characters. */
function Credentials({ row: { provider, credentials } }: PartProps) {
  const t = useText()
  const words = useContractText()
  if (!isManaged(provider)) return null
  const { fields, note } = providers[provider]
  return (
    <section className="grid gap-1.5 text-sm">
      <h3 className="font-medium">{t('upstreams.credentials')}</h3>
      <dl>
        {credentials.map(({ name, value }) => {
          const field = fields.find((each) => each.name === name)
          return (
            <div key={name} className="grid grid-cols-[112px_minmax(0,1fr)] gap-2 py-1.5">
              <dt className="text-ink-3">{field ? words(field.label) : name}</dt>
              <dd className="min-w-0 font-mono text-xs/5 break-all">{value}</dd>
            </div>
          )
        })}
      </dl>
      {note && <Note>{words(note)}</Note>}
    </section>
  )
}

function Foot({ row }: PartProps) {
  const t = useText()
  const { edit, test } = useActs()
  return (
    <>
      {row.state === 'draft' && (
        <Button tone="primary" size="small" unlessSuspended onClick={() => void checkAgain(row)}>
          {t('upstreams.check')}
        </Button>
      )}
      {canResume(row) && (
        <Button tone="primary" size="small" unlessSuspended onClick={() => void resume(row)}>
          {t('upstreams.activate')}
        </Button>
      )}
      <Button size="small" onClick={() => edit(row)}>
        {t('upstreams.edit')}
      </Button>
      {canTest(row) && (
        <Button size="small" unlessSuspended onClick={() => test(row)}>
          {t('upstreams.sendTest')}
        </Button>
      )}
      {canPause(row) && (
        <Button size="small" onClick={() => void pause(row)}>
          {t('upstreams.pause')}
        </Button>
      )}
    </>
  )
}

interface ChannelSheetProps {
  id: string
  /** The rows behind the sheet, for its previous and next buttons. */
  rows: readonly Upstream[]
  onOpen: (id: string) => void
  onClose: () => void
}

/** One channel in full, under an address that can be shared. */
export default function ChannelSheet({ id, rows, onOpen, onClose }: ChannelSheetProps) {
  const t = useText()
  const { channels, error, retry } = useAllChannels()
  const row = (channels ?? rows).find((each) => each.id === id)
  return (
    <SideSheet
      open
      label={t('upstreams.detailOf', { name: row?.name ?? '' })}
      onClose={onClose}
      {...stepsBeside(rows, id, onOpen)}
      href={`${paths.upstreams}?${new URLSearchParams({ open: id })}`}
      head={row ? <Head row={row} /> : <h2 className="font-semibold">{t('upstreams.channel')}</h2>}
      foot={row && isOwn(row) ? <Foot row={row} /> : undefined}
    >
      {row ? (
        <div className="grid gap-6">
          <Step row={row} />
          <ReceiptUrl row={row} />
          <Figures row={row} />
          <Facts row={row} />
          <Credentials row={row} />
        </div>
      ) : error ? (
        <ErrorPanel title={t('upstreams.notLoaded')} error={error} onRetry={retry} />
      ) : channels ? (
        <EmptyState title={t('upstreams.gone')} text={t('upstreams.goneText')} />
      ) : (
        <Skeleton label={t('ui.loading')} />
      )}
    </SideSheet>
  )
}
