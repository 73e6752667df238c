import type { Credential, RefusedRequest } from '@hongyan/contract/endpoints/messaging/credentials'
import { type ErrorCode, errorCause } from '@hongyan/contract/errors'
import { credentials as limits } from '@hongyan/contract/limits/screens'
import { useNavigate } from '@tanstack/react-router'
import { formatNumber, useLocale, useText } from '../../../i18n/text.ts'
import { errorIndex } from '../../../lib/error-page.ts'
import { paths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { withPart } from '../../../ui/list/address.ts'
import { ChoiceFilter } from '../../../ui/list/choice-filter.tsx'
import { FilterBar } from '../../../ui/list/filter-bar.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import type { CredentialFilter } from './filter.ts'
import { useRequests } from './queries.ts'
import { requestColumns, StackedRequest } from './request-cells.tsx'

/** The errors that refuse most requests. The address can name others. */
const codes: readonly string[] = [
  'ip_not_allowed',
  'recipient_rate_limited',
  'day_cap_reached',
  'country_cap_reached',
  'limit_exceeded',
  'insufficient_funds',
  'unsigned_request',
  'invalid_signature',
  'invalid_signature_timestamp',
  'missing_params',
  'restricted_params',
  'invalid_request',
  'malformed_json',
  'invalid_phone_number',
] satisfies readonly ErrorCode[]

const idOf = ({ id }: RefusedRequest) => id
const stacked = (row: RefusedRequest) => <StackedRequest row={row} />

function Heading() {
  const t = useText()
  return (
    <div className="mb-3 flex flex-wrap items-baseline gap-x-3">
      <h2 className="text-md font-semibold">{t('credentials.refused')}</h2>
      <span className="text-sm text-ink-3">
        {t('credentials.refusedText', { number: formatNumber(limits.requestsKept) })}
      </span>
    </div>
  )
}

function NoRequest() {
  const t = useText()
  return (
    <EmptyState
      title={t('credentials.noRefused')}
      text={t('credentials.noRefusedText')}
      action={
        <a href={errorIndex} target="_blank" rel="noopener" className="text-sm text-link">
          {t('credentials.allErrors')} <span className="sr-only">({t('ui.newTab')})</span>
        </a>
      }
    />
  )
}

/** The newest refused requests of a credential. Each explains itself and leads to what changes it. */
export function RefusedRequests({ id, code }: Pick<Credential, 'id'> & { code: string | undefined }) {
  const t = useText()
  const locale = useLocale()
  const navigate = useNavigate({ from: paths.credentials })
  const list = useRequests(id, code)
  const show = (chosen: string | undefined) =>
    void navigate({
      search: (now: CredentialFilter) => withPart(now, 'code', chosen),
      replace: true,
      resetScroll: false,
    })
  const isNarrowed = code !== undefined
  const isEmpty = !isNarrowed && !list.waiting && !list.error && list.rows.length === 0
  return (
    <ListScreen
      name="requests"
      header={<Heading />}
      filters={
        isEmpty ? undefined : (
          <FilterBar count={isNarrowed ? 1 : 0} onClear={() => show(undefined)}>
            <ChoiceFilter<string>
              label={t('credentials.error')}
              value={code}
              values={codes}
              title={(each) => errorCause(each, locale)}
              onChange={show}
            />
          </FilterBar>
        )
      }
      list={list}
      label={t('credentials.refused')}
      columns={requestColumns}
      rowKey={idOf}
      stacked={stacked}
      tall
      empty={
        isNarrowed ? (
          <EmptyState
            title={t('credentials.noMatch')}
            text={t('credentials.noMatchText')}
            action={<Button onClick={() => show(undefined)}>{t('list.clear')}</Button>}
          />
        ) : (
          <NoRequest />
        )
      }
      failedTitle={t('credentials.refusedFailed')}
    />
  )
}
