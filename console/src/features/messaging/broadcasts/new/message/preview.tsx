import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { formatNumber, useText } from '../../../../../i18n/text.ts'
import { IconButton } from '../../../../../ui/button.tsx'
import { cx } from '../../../../../ui/cx.ts'
import { Spinner } from '../../../../../ui/spinner.tsx'
import { useWizard } from '../wizard.ts'
import { Bubble } from './bubble.tsx'
import { Parts } from './parts.tsx'

/** The message of each of the first rows, the parts of all, and the longest. */
export function Preview() {
  const t = useText()
  const { quote, template, draft, message } = useWizard()
  const { shown } = quote
  const [place, setPlace] = useState(0)
  const content = template?.content ?? null
  const previews = shown?.previews ?? []
  const at = Math.min(place, Math.max(0, previews.length - 1))
  const preview = previews[at]
  const written = template?.content ?? draft.text
  const isCounting = message !== null && quote.quote === null && quote.error === null
  return (
    <section
      aria-labelledby="preview"
      className="grid grid-cols-1 gap-4 rounded-lg border border-line bg-raised p-4 sm:p-5"
    >
      <div className="flex min-h-6 items-center justify-between gap-2">
        <h3 id="preview" className="text-sm font-medium">
          {t('new.preview')}
        </h3>
        <span role="status" className="flex items-center gap-1.5 text-xs text-ink-3">
          {isCounting && (
            <>
              <Spinner className="size-3" />
              {t('new.counting')}
            </>
          )}
        </span>
      </div>
      {preview === undefined ? (
        <>
          {written.trim() === '' ? (
            <p className="text-sm text-ink-3">{t('new.previewNone')}</p>
          ) : (
            <Bubble content={null} text={written} language={template?.language} />
          )}
        </>
      ) : (
        <div className={cx('grid grid-cols-1 gap-3', isCounting && 'opacity-60')}>
          <div className="flex items-center justify-between gap-2 text-xs text-ink-3">
            <span className="min-w-0 truncate tabular-nums">{t('new.previewTo', { to: preview.to })}</span>
            {previews.length > 1 && (
              <span className="flex items-center gap-1">
                <IconButton
                  icon={ChevronLeft}
                  label={t('new.previewBefore')}
                  disabled={at === 0}
                  onClick={() => setPlace(at - 1)}
                />
                <span role="status" className="tabular-nums">
                  {t('new.previewOf', { row: formatNumber(at + 1), rows: formatNumber(previews.length) })}
                </span>
                <IconButton
                  icon={ChevronRight}
                  label={t('new.previewNext')}
                  disabled={at === previews.length - 1}
                  onClick={() => setPlace(at + 1)}
                />
              </span>
            )}
          </div>
          {preview.sender !== null && (
            <p className="text-center text-xs text-ink-2">{t('new.previewFrom', { sender: preview.sender })}</p>
          )}
          <Bubble content={content} text={preview.text} language={template?.language} />
          <p className="text-xs text-ink-3">{t('new.parts', { count: preview.parts })}</p>
        </div>
      )}
      {shown && (
        <div className={cx('grid gap-3 border-t border-line pt-4', isCounting && 'opacity-60')}>
          <Parts quote={shown} />
          {shown.longest && shown.by_parts.length > 1 && (
            <p className="text-xs text-ink-3">
              {t('new.longest', { row: formatNumber(shown.longest.row), count: shown.longest.parts })}
            </p>
          )}
        </div>
      )}
    </section>
  )
}
