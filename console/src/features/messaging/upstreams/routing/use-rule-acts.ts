import type { RouteRule } from '@hongyan/contract/endpoints/messaging/routing'
import { upstreams as limits } from '@hongyan/contract/limits/upstreams'
import { t } from '../../../../i18n/text.ts'
import { showError } from '../../../../ui/show-error.ts'
import { undoToast } from '../../../../ui/toasts.ts'
import { type Edit, insertAt, move, remove } from './draft.ts'
import type { DraftState } from './use-draft.ts'

export interface RuleActs {
  readonly edit: (rule: RouteRule) => void
  readonly duplicate: (rule: RouteRule) => void
  /** Moves a rule to a place, counted from 0. */
  readonly move: (rule: RouteRule, to: number) => void
  readonly remove: (rule: RouteRule) => void
  /** True where no rule may be added. */
  readonly isFull: boolean
}

/** The acts on a rule of the draft. What they change is saved at once and can be undone. */
export function useRuleActs({ rules, change }: DraftState, forms: Pick<RuleActs, 'edit' | 'duplicate'>): RuleActs {
  async function act(edit: Edit, undo: Edit, title: string) {
    const saved = await change(edit)
    if (saved === 'saved') undoToast(title, { title: t('routing.undo'), act: () => void change(undo).catch(showError) })
  }
  const placeOf = (rule: RouteRule) => rules.findIndex(({ id }) => id === rule.id)
  return {
    ...forms,
    isFull: rules.length >= limits.rules,
    move: (rule, to) => {
      const from = placeOf(rule)
      if (to === from || to < 0 || to >= rules.length - 1) return
      const title = t('routing.movedTo', { name: rule.name, position: to + 1 })
      act(move(rule.id, to), move(rule.id, from), title).catch(showError)
    },
    remove: (rule) => {
      const title = t('routing.removedRule', { name: rule.name })
      act(remove(rule.id), insertAt(rule, placeOf(rule)), title).catch(showError)
    },
  }
}
