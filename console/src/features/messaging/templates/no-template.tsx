import { KeyRound, Megaphone, Package, type LucideIcon } from 'lucide-react'
import type { TextId } from '../../../i18n/ids.ts'
import { useAccount } from '../../../api/account.ts'
import { useLocale, useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ContentText } from './content-text.tsx'
import { type Starter, starterDraft, starters } from './form/draft.ts'

const looks: Readonly<Record<Starter, { readonly icon: LucideIcon; readonly title: TextId }>> = {
  code: { icon: KeyRound, title: 'templates.starterCode' },
  order_notice: { icon: Package, title: 'templates.starterOrder' },
  promotion: { icon: Megaphone, title: 'templates.starterPromotion' },
}

/** Replaces the empty list: three beginnings, each a form that is filled in. */
export function NoTemplate({ onCreate }: { onCreate: (from: string) => void }) {
  const t = useText()
  const locale = useLocale()
  const { partition } = useAccount()
  return (
    <Card>
      <EmptyState
        title={t('templates.none')}
        text={t('templates.noneText')}
        action={
          <a href={`${paths.docs}#templates`} target="_blank" rel="noopener" className="text-sm text-link">
            {t('templates.docs')}
          </a>
        }
      />
      <ul className="grid gap-4 md:grid-cols-3">
        {starters.map((starter) => {
          const { icon, title } = looks[starter]
          const { content } = starterDraft(starter, locale, partition)
          return (
            <li key={starter} className="grid">
              <button
                type="button"
                onClick={() => onCreate(starter)}
                className="grid content-start gap-2 rounded-lg border border-line-strong p-4 text-left hover:bg-well"
              >
                <span className="flex items-center gap-2 font-medium">
                  <Icon of={icon} className="text-ink-2" />
                  {t(title)}
                </span>
                <span lang={locale} className="font-mono text-xs leading-6 wrap-anywhere text-ink-2">
                  <ContentText content={content} />
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
