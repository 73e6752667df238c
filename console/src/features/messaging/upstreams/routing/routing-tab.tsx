import type { Routing, Simulation } from '@hongyan/contract/endpoints/messaging/routing'
import { Link, useNavigate } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useText } from '../../../../i18n/text.ts'
import { paths } from '../../../../lib/paths.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { preloadDialog } from '../../../../ui/dialog.tsx'
import { ErrorPanel } from '../../../../ui/error-panel.tsx'
import { withPart } from '../../../../ui/list/address.ts'
import { Note } from '../../../../ui/note.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { useStanding } from '../../../../ui/standing.ts'
import { PageActions } from '../page-actions.tsx'
import { NEW, type UpstreamSearch } from '../search.ts'
import { compare } from './compare.ts'
import { copyOf, isDefault, newRule } from './draft.ts'
import { DraftBar } from './draft-bar.tsx'
import { type Names, type Records, useNames, useRecords } from './names.ts'
import { useAllChannels } from '../queries.ts'
import { rulesOf, useRouting } from './queries.ts'
import { RuleList } from './rule-list.tsx'
import { Simulator } from './simulator.tsx'
import { useDraft } from './use-draft.ts'
import { useRuleActs } from './use-rule-acts.ts'

const RuleDialog = lazy(() => import('./rule-dialog.tsx'))
const ActivateDialog = lazy(() => import('./activate-dialog.tsx'))
const HistorySheet = lazy(() => import('./history-sheet.tsx'))

interface RulesProps {
  routing: Routing
  names: Names
  records: Records
  search: UpstreamSearch
}

/** The simulator's first field, or on a phone its card, where a focus would open the keyboard. */
function showSimulator(card: HTMLElement | null): void {
  const isPhone = matchMedia('(max-width: 639px)').matches
  card?.scrollIntoView({ block: isPhone ? 'start' : 'nearest' })
  card?.querySelector<HTMLElement>(isPhone ? 'h2' : 'input')?.focus({ preventScroll: true })
}

/** Explains the order of the rules, or the next step of an account without any. */
function Foot({ hasRules, names }: { hasRules: boolean; names: Names }) {
  const t = useText()
  if (hasRules || names.hasOwn) {
    return <p className="text-sm text-ink-3">{t(hasRules ? 'routing.firstWins' : 'routing.onlyDefault')}</p>
  }
  return (
    <p className="text-sm text-ink-3">
      {t('routing.onlyStandard')}{' '}
      <Link to={paths.upstreams} search={{ form: NEW }} className="text-link">
        {t('routing.addOwnChannel')}
      </Link>
    </p>
  )
}

interface ActionsProps {
  /** Absent while the rules load. The buttons stand already, so that the page does not shift. */
  onSimulate?: () => void
  /** Absent where the draft cannot be activated. */
  onActivate?: (() => void) | undefined
}

function Actions({ onSimulate, onActivate }: ActionsProps) {
  const t = useText()
  return (
    <PageActions>
      <Button icon={Play} disabled={onSimulate === undefined} onClick={onSimulate}>
        {t('routing.simulate')}
      </Button>
      <Button
        tone="primary"
        unlessSuspended
        disabled={onActivate === undefined}
        onClick={onActivate}
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
      >
        {t('routing.activateDraft')}
      </Button>
    </PageActions>
  )
}

function Rules({ routing, names, records, search }: RulesProps) {
  const t = useText()
  const navigate = useNavigate({ from: paths.upstreams })
  const isLocked = useStanding() !== null
  const draft = useDraft(routing)
  const [simulation, setSimulation] = useState<Simulation | null>(null)
  const [isActivating, setActivating] = useState(false)
  const simulator = useRef<HTMLDivElement>(null)
  const { rules } = draft
  const open = (rule: string | undefined) =>
    void navigate({ search: withPart(search, 'rule', rule), resetScroll: false })
  const [copied, setCopied] = useState(() => newRule())
  const acts = useRuleActs(draft, {
    edit: ({ id }) => open(id),
    duplicate: (rule) => {
      setCopied(copyOf(rule, t('routing.copyName', { name: rule.name })))
      open(NEW)
    },
  })
  const add = () => {
    setCopied(newRule())
    open(NEW)
  }
  const showHistory = (isOpen: boolean) =>
    void navigate({ search: withPart(search, 'history', isOpen ? 'open' : undefined), resetScroll: false })
  const changes = compare(routing.rules, rules)
  const edited = search.rule === NEW && !acts.isFull ? copied : rules.find(({ id }) => id === search.rule)
  return (
    <>
      <Actions
        onSimulate={() => showSimulator(simulator.current)}
        onActivate={changes.length === 0 ? undefined : () => setActivating(true)}
      />
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_352px]">
        <div className="grid grid-cols-1 gap-3">
          <DraftBar
            routing={routing}
            changes={changes}
            isFull={acts.isFull}
            onAdd={add}
            onHistory={() => showHistory(true)}
          />
          {draft.isStale && (
            <Note tone="warn" announced>
              {t('routing.stale')}
            </Note>
          )}
          <RuleList
            routing={routing}
            rules={rules}
            changes={changes}
            names={names}
            matched={simulation?.rule.id ?? null}
            acts={acts}
            isLocked={isLocked}
          />
          <Foot hasRules={rules.length > 1} names={names} />
        </div>
        <div ref={simulator} className="scroll-mt-18 xl:sticky xl:top-18">
          <Simulator
            rules={rules}
            version={routing.draft?.version ?? routing.version}
            names={names}
            records={records}
            onResult={setSimulation}
          />
        </div>
      </div>
      <Suspense>
        {edited && (
          <RuleDialog
            key={edited.id}
            rule={edited}
            isNew={search.rule === NEW}
            isDefault={isDefault(rules, edited)}
            names={names}
            records={records}
            onSave={draft.change}
            onClose={() => open(undefined)}
          />
        )}
        {isActivating && (
          <ActivateDialog
            routing={routing}
            changes={compare(routing.rules, rulesOf(routing))}
            names={names}
            onClose={() => setActivating(false)}
          />
        )}
        {search.history === 'open' && (
          <HistorySheet routing={routing} names={names} onClose={() => showHistory(false)} />
        )}
      </Suspense>
    </>
  )
}

/** The rules that choose a message's channel, as a draft, and a simulator beside them (screens S1). */
export default function RoutingTab({ search }: { search: UpstreamSearch }) {
  const t = useText()
  const rules = useRouting()
  const channels = useAllChannels()
  const { routing } = rules
  const failure = rules.error ?? channels.error
  const retry = (): void => [rules, channels].forEach((load) => load.error && load.retry())
  const records = useRecords(routing, search.history === 'open')
  const names = useNames(records)
  const [isDrawn, setDrawn] = useState(false)
  // The rules are drawn with the names that they need. What is loaded later leaves them on screen.
  if (!isDrawn && routing && names && !records.isLoading) setDrawn(true)
  if (isDrawn && routing && names) return <Rules routing={routing} names={names} records={records} search={search} />
  return failure ? (
    <Card>
      <ErrorPanel title={t('routing.loadFailed')} error={failure} onRetry={retry} />
    </Card>
  ) : (
    <>
      <Actions />
      <Skeleton label={t('ui.loading')} />
    </>
  )
}
