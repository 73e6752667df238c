import type { SmsRateLimiting } from '@hongyan/contract/endpoints/extensions/sms-rate-limiting'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useId, useState } from 'react'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Switch } from '../../../ui/choice.tsx'
import { preloadDialog } from '../../../ui/dialog.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { LeaveGuard } from '../../../ui/leave/leave-guard.tsx'
import { withPart } from '../../../ui/list/address.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { CapsTab } from './caps-tab.tsx'
import { ExemptTab } from './exempt-tab.tsx'
import { HitsTab } from './hits-tab.tsx'
import { LimitsTab } from './limits-tab.tsx'
import { useAdvice, useRateLimiting } from './queries.ts'
import { RulesTab } from './rules-tab.tsx'
import { SaveBar } from './save-bar.tsx'
import { type RateLimitingSearch, readSearch, type TabName } from './search.ts'
import { type DraftState, useDraft } from './use-draft.ts'

const PreviewDialog = lazy(() => import('./preview-dialog.tsx'))

function Enforcement({ state, onPreview }: { state: DraftState; onPreview: () => void }) {
  const t = useText()
  const id = useId()
  const { enabled } = state.draft
  return (
    <Card className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="grid gap-0.5">
        <Switch
          aria-describedby={id}
          checked={enabled}
          onChange={({ target }) => state.change({ enabled: target.checked })}
        >
          <span className="font-medium">{t('rate-limiting.switch')}</span>
        </Switch>
        <p id={id} className="text-sm text-ink-3 sm:pl-10.5">
          {t(enabled ? 'rate-limiting.onText' : 'rate-limiting.offText')}
        </p>
      </div>
      <Button
        size="small"
        onClick={onPreview}
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
        className="max-sm:w-full"
      >
        {t('rate-limiting.previewYesterday')}
      </Button>
    </Card>
  )
}

function Settings({ config, search }: { config: SmsRateLimiting; search: RateLimitingSearch }) {
  const t = useText()
  const navigate = useNavigate({ from: paths.rateLimiting })
  const state = useDraft(config)
  const advice = useAdvice()
  const [isPreviewing, setPreviewing] = useState(false)
  const preview = () => setPreviewing(true)
  const { tab = 'rules', period = '7d', view, rule, add } = search
  const go = (next: RateLimitingSearch) => void navigate({ search: next, resetScroll: false })
  const titles: Readonly<Record<TabName, string>> = {
    rules: t('rate-limiting.rules'),
    caps: t('rate-limiting.caps'),
    exempt: t('rate-limiting.exempt'),
    hits: t('rate-limiting.hits'),
    limits: t('rate-limiting.allLimits'),
  }
  return (
    <>
      <Enforcement state={state} onPreview={preview} />
      <Tabs
        label={t('rate-limiting.title')}
        value={tab}
        onChange={(next) => go(next === 'rules' ? {} : { tab: next })}
        tabs={[
          {
            value: 'rules',
            title: titles.rules,
            view: <RulesTab state={state} open={rule} onOpen={(opened) => go(withPart(search, 'rule', opened))} />,
          },
          {
            value: 'caps',
            title: titles.caps,
            view: (
              <CapsTab
                state={state}
                config={config}
                advice={advice}
                isAdding={add === 'country'}
                onAdd={(open) => go(withPart(search, 'add', open ? 'country' : undefined))}
              />
            ),
          },
          {
            value: 'exempt',
            title: titles.exempt,
            view: (
              <ExemptTab
                state={state}
                isAdding={add === 'numbers'}
                onAdd={(open) => go(withPart(search, 'add', open ? 'numbers' : undefined))}
              />
            ),
          },
          {
            value: 'hits',
            title: titles.hits,
            view: tab === 'hits' && (
              <HitsTab
                period={period}
                isTable={view === 'table'}
                onPeriod={(chosen) => go(withPart(search, 'period', chosen))}
                onTable={(isTable) => go(withPart(search, 'view', isTable ? 'table' : undefined))}
              />
            ),
          },
          { value: 'limits', title: titles.limits, view: tab === 'limits' && <LimitsTab /> },
        ]}
      />
      <SaveBar state={state} onPreview={preview} />
      {state.isChanged && <LeaveGuard />}
      {isPreviewing && (
        <Suspense>
          <PreviewDialog state={state} onClose={() => setPreviewing(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Leads to the numbers that get no messages at all. */
function Description() {
  const t = useText()
  return (
    <>
      {t('rate-limiting.description')}{' '}
      <Link to={paths.protection} className="text-link">
        {t('rate-limiting.recipientList')}
      </Link>
    </>
  )
}

/** Screens S10: limits on messages to one recipient, caps on the account, and every limit that is in force. */
export function RateLimitingPage() {
  const t = useText()
  const search = readSearch(useSearch({ from: paths.rateLimiting }))
  const { config, error, retry } = useRateLimiting()
  return (
    <>
      <PageHeader
        title={t('rate-limiting.title')}
        description={<Description />}
        crumbs={[{ title: t('shell.extensions') }]}
      />
      {config ? (
        <Settings config={config} search={search} />
      ) : error ? (
        <Card>
          <ErrorPanel title={t('rate-limiting.loadFailed')} error={error} onRetry={retry} />
        </Card>
      ) : (
        <Skeleton label={t('ui.loading')} />
      )}
    </>
  )
}
