import type { PublicTemplate } from '@hongyan/contract/endpoints/messaging/templates'
import { Button } from '../../../ui/button.tsx'
import { useLocale, useText } from '../../../i18n/text.ts'
import { Card } from '../../../ui/card.tsx'
import { CopyButton } from '../../../ui/copy.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { ContentText } from './content-text.tsx'
import { sceneLabels, useLanguageName } from './labels.ts'
import { usePublicTemplates } from './queries.ts'

function PublicCard({ template, onUse }: { template: PublicTemplate; onUse: () => void }) {
  const t = useText()
  const languageName = useLanguageName()
  const { id, name, scene, lang, content } = template
  return (
    <li className="flex flex-col gap-3 rounded-lg border border-line bg-raised p-4">
      <div className="flex items-start justify-between gap-3">
        <div className="grid min-w-0 justify-items-start gap-0.5">
          <h2 lang={lang} className="font-medium wrap-anywhere">
            {name}
          </h2>
          <span className="flex min-w-0 items-center gap-1">
            <span className="truncate font-mono text-xs text-ink-3">{id}</span>
            <CopyButton text={id} what={id} />
          </span>
        </div>
        <Button size="small" unlessSuspended aria-label={t('templates.useWhich', { name })} onClick={onUse}>
          {t('templates.use')}
        </Button>
      </div>
      <p lang={lang} className="flex-1 leading-6 wrap-anywhere text-ink-2">
        <ContentText content={content} />
      </p>
      <p className="flex gap-2">
        <Tag>{t(sceneLabels[scene])}</Tag>
        <Tag>{languageName(lang)}</Tag>
      </p>
    </li>
  )
}

/** The provider's own templates. They can be sent by their code as they are, or begin a template of one's own. */
export function PublicTab({ onUse }: { onUse: (id: string) => void }) {
  const t = useText()
  const locale = useLocale()
  const { data, error, refetch } = usePublicTemplates()
  const isOwn = ({ lang }: PublicTemplate): number => (lang === locale ? 0 : 1)
  const ownFirst = (one: PublicTemplate, other: PublicTemplate): number => isOwn(one) - isOwn(other)
  if (error && !data) {
    return (
      <Card>
        <ErrorPanel title={t('templates.notLoaded')} error={error} onRetry={() => void refetch()} />
      </Card>
    )
  }
  if (data === undefined) return <Skeleton label={t('ui.loading')} />
  return (
    <>
      <p className="mb-4 text-ink-2">{t('templates.publicText')}</p>
      <ul aria-label={t('templates.public')} className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {data.toSorted(ownFirst).map((template) => (
          <PublicCard key={template.id} template={template} onUse={() => onUse(template.id)} />
        ))}
      </ul>
    </>
  )
}
