import { rateLimiting as limits } from '@hongyan/contract/limits/rate-limiting'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { gap } from '../../../i18n/gap.ts'
import { useText } from '../../../i18n/text.ts'
import { errorPageOf } from '../../../lib/error-page.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { preloadDialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { without } from '../../../ui/list/address.ts'
import { type DraftRule, emptyRule, isPreset, presetRules, type RuleRow } from './draft.ts'
import { PresetCards } from './preset-cards.tsx'
import { type RuleActs, RulesTable } from './rules-table.tsx'
import { NEW } from './search.ts'
import type { DraftState } from './use-draft.ts'

const RuleDialog = lazy(() => import('./rule-dialog.tsx'))

/** The beginning of the form, and the place of the rule that it changes; null for a new one. */
interface Edited {
  readonly rule: DraftRule
  readonly index: number | null
}

/** The form that the address opens; null for none, or for a rule that is not there. */
function editedOf(open: string | undefined, rules: readonly DraftRule[]): Edited | null {
  if (open === undefined) return null
  if (open === NEW) return { rule: emptyRule, index: null }
  if (isPreset(open)) return { rule: presetRules[open], index: null }
  const index = rules.findIndex(({ id }) => id === open)
  const rule = rules[index]
  return rule === undefined ? null : { rule, index }
}

function NoRule({ onOpen }: { onOpen: (rule: string) => void }) {
  const t = useText()
  return (
    <Card>
      <EmptyState title={t('rate-limiting.noRule')} text={t('rate-limiting.noRuleText')} />
      <PresetCards onChoose={onOpen} />
      <p className="mt-6 grid justify-items-center gap-4">
        <Button onClick={() => onOpen(NEW)} onPointerEnter={preloadDialog} onFocus={preloadDialog}>
          {t('rate-limiting.ownRule')}
        </Button>
        <a href={errorPageOf('recipient_rate_limited')} target="_blank" rel="noopener" className="text-sm text-link">
          {t('rate-limiting.docs')} <span className="sr-only">({t('ui.newTab')})</span>
        </a>
      </p>
    </Card>
  )
}

interface RulesTabProps {
  state: DraftState
  /** The rule whose form is open: `new`, a preset, or an id. */
  open: string | undefined
  onOpen: (rule: string | undefined) => void
}

/** The rules on messages to one recipient. */
export function RulesTab({ state, open, onOpen }: RulesTabProps) {
  const t = useText()
  const { rules } = state.draft
  // The form of a copy or of an unsaved rule has no address.
  const [edited, setEdited] = useState<Edited | null>(null)
  const wanted = edited ?? editedOf(open, rules)
  const isFull = rules.length >= limits.rules
  const shown = isFull && wanted?.index === null ? null : wanted
  const close = () => {
    setEdited(null)
    if (open !== undefined) onOpen(undefined)
  }
  const put = (rule: DraftRule) => {
    const index = shown?.index ?? null
    state.change({ rules: index === null ? [...rules, rule] : rules.with(index, rule) })
    close()
  }
  const acts: RuleActs = {
    isFull,
    edit: ({ rule, index }: RuleRow) => (rule.id === undefined ? setEdited({ rule, index }) : onOpen(rule.id)),
    duplicate: ({ rule }: RuleRow) => setEdited({ rule: without(rule, 'id'), index: null }),
    remove: ({ index }: RuleRow) => state.change({ rules: rules.filter((_, place) => place !== index) }),
  }
  return (
    <>
      {rules.length === 0 ? (
        <NoRule onOpen={onOpen} />
      ) : (
        <>
          <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <p className="max-w-160 text-sm text-ink-3">
              {t('rate-limiting.rulesText')}
              {gap()}
              {isFull && t('rate-limiting.full', { most: limits.rules })}
            </p>
            <Button
              icon={Plus}
              size="small"
              disabled={isFull}
              onClick={() => onOpen(NEW)}
              onPointerEnter={preloadDialog}
              onFocus={preloadDialog}
            >
              {t('rate-limiting.addRule')}
            </Button>
          </div>
          <RulesTable rules={rules} acts={acts} />
        </>
      )}
      {shown !== null && (
        <Suspense>
          <RuleDialog rule={shown.rule} isNew={shown.index === null} onDone={put} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
