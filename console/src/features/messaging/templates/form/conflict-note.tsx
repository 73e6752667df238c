import type { TemplateDetail } from '@hongyan/contract/endpoints/messaging/templates'
import type { TemplateForm } from '@hongyan/contract/senders/forms'
import { api } from '../../../../api/api.ts'
import { useText } from '../../../../i18n/text.ts'
import { Button } from '../../../../ui/button.tsx'
import { isWaiting, ReviewMark } from '../../../../ui/review/review-status.tsx'
import { useBusy } from '../../../../ui/use-busy.ts'
import { ContentPair } from '../compare/content-pair.tsx'

interface ConflictNoteProps {
  mine: TemplateForm
  /** The version that another session submitted meanwhile. */
  current: TemplateDetail
  onKeep: (base: TemplateDetail) => void
  onTheirs: () => void
}

/** Shows a version that came in between, and offers both: one's own text as the next version, or theirs. */
export function ConflictNote({ mine, current, onKeep, onTheirs }: ConflictNoteProps) {
  const t = useText()
  const { version, status, id } = current
  const waits = isWaiting(status)
  const [busy, keep] = useBusy(async () => {
    if (!waits) return onKeep(current)
    // A version that waits admits no other, so the other one gives way.
    await api.templates.withdraw({ params: { id } })
    return onKeep(await api.templates.get({ params: { id } }))
  })
  return (
    <section
      role="alert"
      aria-label={t('templates.conflict', { version })}
      className="mb-6 grid gap-3 rounded-lg border border-warn-line bg-warn-soft p-4"
    >
      <div className="flex flex-wrap items-center gap-x-3">
        <h2 className="font-medium">{t('templates.conflict', { version })}</h2>
        <ReviewMark status={status} />
      </div>
      <p className="text-sm text-ink-2">{t(waits ? 'templates.conflictWaits' : 'templates.conflictText')}</p>
      <ContentPair
        one={{ title: t('templates.theirs', { version }), content: current.content }}
        other={{ title: t('templates.yours'), content: mine.content }}
      />
      <div className="flex flex-wrap gap-2 max-sm:*:w-full">
        <Button tone="primary" busy={busy} onClick={keep}>
          {t(waits ? 'templates.keepInstead' : 'templates.keepMine', { version })}
        </Button>
        <Button onClick={onTheirs}>{t('templates.useTheirs')}</Button>
      </div>
    </section>
  )
}
