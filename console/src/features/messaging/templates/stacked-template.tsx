import type { Template } from '@hongyan/contract/endpoints/messaging/templates'
import { useText } from '../../../i18n/text.ts'
import { Moment } from '../../../ui/moment.tsx'
import { CodeCell, ContentCell, NameLink, PartsCell, SenderCell, StatusCell } from './cells.tsx'
import { LanguageText, SceneText } from './columns.tsx'
import { RowMenu } from './row-menu.tsx'

/** One template on a narrow screen. */
export function StackedTemplate({ template }: { template: Template }) {
  const t = useText()
  return (
    <div className="grid gap-2">
      <div className="flex items-start justify-between gap-4">
        <span className="grid min-w-0 justify-items-start gap-0.5">
          <NameLink template={template} />
          <CodeCell template={template} />
        </span>
        <RowMenu template={template} />
      </div>
      <ContentCell template={template} />
      <div className="flex items-start justify-between gap-4">
        <StatusCell template={template} />
        <span className="text-xs text-ink-3">
          <Moment at={template.updated_at} />
        </span>
      </div>
      <div className="flex flex-wrap gap-x-3 gap-y-1 text-xs text-ink-3">
        <SceneText template={template} />
        <LanguageText template={template} />
        <span>
          {t('templates.parts')} <PartsCell template={template} />
        </span>
        <span>
          {t('templates.sender')} <SenderCell template={template} />
        </span>
      </div>
    </div>
  )
}
