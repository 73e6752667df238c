import type { Message, MessageDetail, MessageEvent } from '@hongyan/contract/endpoints/messaging/messages'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Eye } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { regionsQuery } from '../../../api/regions.ts'
import { gap } from '../../../i18n/gap.ts'
import { useLocale, useText } from '../../../i18n/text.ts'
import { errorPageOf } from '../../../lib/error-page.ts'
import { helpPath } from '../../../lib/help-path.ts'
import { paths } from '../../../lib/paths.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { CopyableId } from '../../../ui/copy.tsx'
import { DetailRow } from '../../../ui/detail-row.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { HelpLink } from '../../../ui/help-link.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { Money } from '../../../ui/money.tsx'
import { SideSheet, stepsBeside } from '../../../ui/sheet.tsx'
import { showError } from '../../../ui/show-error.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Dot } from '../../../ui/status.tsx'
import { canCancel, isRepeatable, useActs } from './acts.ts'
import { StatusMark } from './cells.tsx'
import { moneyTitles, sceneTitles, sideTitles, stopText } from './labels.ts'
import { reveal, useMessage, useMessageWebhooks } from './queries.ts'
import { RowMenu } from './row-menu.tsx'
import { Ruler } from './ruler.tsx'
import { between, spanText } from './spans.ts'
import { entriesOf } from './timeline.ts'
import { WebhookList } from './webhook-list.tsx'

/** The name of a country in the current language; its code until the names are loaded. */
function useCountryName(iso2: string): string {
  const locale = useLocale()
  const { data: regions } = useQuery(regionsQuery)
  const region = regions?.find((each) => each.iso2 === iso2)
  return region === undefined ? iso2 : locale === 'zh-CN' ? region.zh : region.en
}

/** The masked number, until the owner asks for the whole one. Each reveal leaves an audit entry. */
function Recipient({ row }: { row: Message }) {
  const t = useText()
  const [whole, setWhole] = useState<string | null>(null)
  const show = async () => {
    try {
      setWhole((await reveal(row.id)).recipient)
    } catch (error) {
      showError(error)
    }
  }
  return (
    <span className="flex items-center gap-2">
      <h2 className="text-[20px]/7 font-semibold tabular-nums">{whole ?? row.to}</h2>
      {whole === null && <IconButton icon={Eye} label={t('logs.reveal')} onClick={() => void show()} />}
    </span>
  )
}

function Head({ row, opens }: { row: Message; opens: string | null }) {
  const t = useText()
  const country = useCountryName(row.country)
  return (
    <>
      <span className="flex flex-wrap items-baseline gap-x-2">
        <StatusMark row={row} />
        {opens !== null && (
          <span className="text-sm text-ink-3">
            {t('logs.waitsUntil')} <Moment at={opens} seconds />
          </span>
        )}
      </span>
      <Recipient key={row.id} row={row} />
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 text-xs text-ink-3">
        {country}
        <CopyableId value={row.id} what={t('logs.id')} />
      </span>
    </>
  )
}

function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className="grid gap-3 border-t border-line pt-5 text-sm">
      <div className="flex items-baseline justify-between gap-4">
        <h3 className="font-semibold">{title}</h3>
        {aside}
      </div>
      {children}
    </section>
  )
}

interface WholeProps {
  message: MessageDetail
  events: readonly MessageEvent[]
}

/** The cause, the party that can resolve it, the next step, and the page that says more. */
function Why({ message: { id, reason }, events }: WholeProps) {
  const t = useText()
  if (reason === null) return null
  const stop = events.find(({ limit }) => limit !== null)?.limit ?? null
  return (
    <section className="grid gap-1 rounded-lg border border-line bg-well p-4 text-sm">
      <h3 className="font-semibold">{t('logs.why')}</h3>
      <dl>
        <DetailRow title="logs.what">{reason.what}</DetailRow>
        <DetailRow title="logs.side">{t(sideTitles[reason.side])}</DetailRow>
        {stop !== null && (
          <DetailRow title="logs.limit">
            {stopText(stop)}
            {gap()}
            {t('logs.limitResets')}
            {gap()}
            <Moment at={stop.reset_at} seconds />
            <Link to={paths.rateLimiting} className="block w-fit text-link">
              {t('shell.rateLimiting')}
            </Link>
          </DetailRow>
        )}
        {reason.todo !== '' && <DetailRow title="logs.todo">{reason.todo}</DetailRow>}
        <DetailRow title="logs.code">
          <a href={errorPageOf(reason.code)} target="_blank" rel="noopener" className="font-mono text-xs text-link">
            {reason.code}
          </a>
        </DetailRow>
      </dl>
      {reason.side === 'us' && (
        <p>
          <HelpLink href={helpPath({ about: `message:${id}`, code: reason.code })} />
        </p>
      )}
    </section>
  )
}

function Timeline({ message, events }: WholeProps) {
  const t = useText()
  const entries = entriesOf(message, events, t, useLocale())
  return (
    <Section title={t('logs.timeline')}>
      <ol>
        {entries.map(({ key, at, tone, title, text }, place) => (
          <li
            key={key}
            className="relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-baseline gap-x-3 pb-4 last:pb-0 not-last:before:absolute not-last:before:top-4 not-last:before:bottom-0 not-last:before:left-[3.5px] not-last:before:w-px not-last:before:bg-line not-last:before:content-['']"
          >
            <Dot tone={tone} />
            <span className="font-medium">{t(title)}</span>
            <span className="text-xs text-ink-3 tabular-nums">
              {place === 0 ? <Moment at={at} seconds /> : `+${spanText(between(message.accepted_at, at))}`}
            </span>
            {text !== '' && <span className="col-start-2 wrap-anywhere text-ink-3">{text}</span>}
          </li>
        ))}
      </ol>
    </Section>
  )
}

function Webhooks({ id }: Pick<MessageDetail, 'id'>) {
  const t = useText()
  const rows = useMessageWebhooks(id)
  if (rows.length === 0) return null
  return (
    <Section title={t('logs.webhooks')}>
      <WebhookList rows={rows} />
    </Section>
  )
}

function Text({ message }: { message: MessageDetail }) {
  const t = useText()
  const { text, unicode, parts, retention_days: days } = message
  return (
    <Section title={t('logs.text')}>
      {text === null ? (
        <p className="text-ink-3">{t('logs.expiredText', { days })}</p>
      ) : (
        <>
          <p className="rounded-lg bg-well px-3 py-2.5 wrap-anywhere whitespace-pre-wrap">{text}</p>
          <Ruler message={message} text={text} />
        </>
      )}
      <p className="text-xs text-ink-3">
        {t('logs.partCount', { count: parts })} · {t(unicode ? 'logs.unicode' : 'logs.gsm')}
      </p>
    </Section>
  )
}

function Price({ message }: { message: MessageDetail }) {
  const t = useText()
  const { currency, unit_price: unit, parts, price, money } = message
  const country = useCountryName(message.country)
  if (money === 'free') return null
  return (
    <Section title={t('logs.price')}>
      <dl className="grid gap-2">
        <div className="flex justify-between gap-4">
          <dt className="text-ink-2">
            {country} · {t(sceneTitles[message.scene])}
          </dt>
          <dd className="tabular-nums">
            <Money exact={unit} currency={currency} decimals={6} />
          </dd>
        </div>
        <div className="flex justify-between gap-4">
          <dt className="text-ink-2">{t('logs.parts')}</dt>
          <dd className="tabular-nums">× {parts}</dd>
        </div>
        <div className="flex justify-between gap-4 border-t border-line pt-2 font-semibold">
          <dt>{t(moneyTitles[money])}</dt>
          <dd className="tabular-nums">
            <Money exact={price} currency={currency} decimals={6} />
          </dd>
        </div>
      </dl>
      <p className="text-xs text-ink-3">{t(`logs.${money}Text`)}</p>
    </Section>
  )
}

function Facts({ message }: { message: MessageDetail }) {
  const t = useText()
  const { sender, template, client_ref: ref, valid_until: until, request_id: request, credential, broadcast } = message
  return (
    <Section title={t('logs.details')}>
      <dl>
        {sender !== null && <DetailRow title="logs.sender">{sender}</DetailRow>}
        {template !== null && (
          <DetailRow title="logs.template">
            {t('logs.templateVersion', { name: template.name ?? template.id, version: template.version })}
          </DetailRow>
        )}
        {broadcast !== null && (
          <DetailRow title="logs.broadcast">
            <Link to={paths.broadcastOne} params={{ id: broadcast.id }} className="text-link">
              {broadcast.name ?? t('logs.openBroadcast')}
            </Link>
          </DetailRow>
        )}
        {credential?.key && (
          <DetailRow title="logs.credential">
            <CopyableId value={credential.key} what={t('logs.credential')} />
          </DetailRow>
        )}
        <DetailRow title="logs.requestId">
          <CopyableId value={request} what={t('logs.requestId')} />
        </DetailRow>
        {ref !== null && (
          <DetailRow title="logs.ref">
            <CopyableId value={ref} what={t('logs.ref')} />
          </DetailRow>
        )}
        <DetailRow title="logs.validUntil">
          <Moment at={until} seconds />
        </DetailRow>
      </dl>
    </Section>
  )
}

/** The next steps on a message. */
function Foot({ message }: { message: MessageDetail }) {
  const t = useText()
  const acts = useActs()
  return (
    <>
      {canCancel(message) && (
        <Button size="small" onClick={() => acts.show('cancel', message)}>
          {t('logs.cancel')}
        </Button>
      )}
      {!canCancel(message) && isRepeatable(message) && (
        <Button size="small" unlessSuspended onClick={() => acts.show('resend', message)}>
          {t('logs.resendAsk')}
        </Button>
      )}
      {isRepeatable(message) && (
        <Button size="small" onClick={() => acts.show('snippet', message)}>
          {t('logs.snippet')}
        </Button>
      )}
      <span className="ml-auto">
        <RowMenu row={message} />
      </span>
    </>
  )
}

interface MessageSheetProps {
  id: string
  /** The rows behind the sheet, for its previous and next buttons. */
  rows: readonly Message[]
  onOpen: (id: string) => void
  onClose: () => void
}

/** One message in full, under an address that can be shared: why, timeline, text, price. */
export default function MessageSheet({ id, rows, onOpen, onClose }: MessageSheetProps) {
  const t = useText()
  const { whole, error, retry } = useMessage(id)
  const shown: Message | undefined = whole?.message ?? rows.find((row) => row.id === id)
  return (
    <SideSheet
      open
      label={t('logs.detailOf', { to: shown?.to ?? '' })}
      onClose={onClose}
      {...stepsBeside(rows, id, onOpen)}
      href={`${paths.logs}?${new URLSearchParams({ open: id })}`}
      head={
        shown ? (
          <Head row={shown} opens={whole?.message.waits_until ?? null} />
        ) : (
          <h2 className="font-semibold">{t('logs.title')}</h2>
        )
      }
      foot={whole ? <Foot message={whole.message} /> : undefined}
    >
      {whole === null && <EmptyState title={t('logs.gone')} text={t('logs.goneText')} />}
      {whole && (
        <div className="grid gap-5">
          <Why {...whole} />
          <Timeline {...whole} />
          <Text message={whole.message} />
          <Price message={whole.message} />
          <Webhooks id={whole.message.id} />
          <Facts message={whole.message} />
        </div>
      )}
      {whole === undefined && !error && <Skeleton label={t('ui.loading')} />}
      {whole === undefined && Boolean(error) && (
        <ErrorPanel title={t('logs.oneFailed')} error={error} onRetry={retry} />
      )}
    </SideSheet>
  )
}
