import { Fragment } from 'react'
import { useText } from '../../../../i18n/text.ts'
import type { Composed } from './composed.ts'

/** The message with its samples as the recipient sees it. A mark stands where a part ends. */
export function Preview({ composed, language }: { composed: Composed; language: string }) {
  const t = useText()
  const { sender, text, pieces } = composed
  return (
    <section aria-label={t('templates.preview')} className="grid grid-cols-1 gap-2">
      <h2 className="text-sm font-medium">{t('templates.preview')}</h2>
      <div className="grid gap-3 rounded-xl border border-line-strong bg-well p-3">
        <p className="border-b border-line pb-2 text-center text-xs text-ink-2">{sender ?? t('templates.anySender')}</p>
        <p
          lang={language}
          data-preview
          className="mr-6 min-h-10 rounded-xl rounded-bl-sm bg-fill-strong px-3 py-2 wrap-anywhere whitespace-pre-wrap"
        >
          {text === '' ? (
            <span className="text-ink-3">{t('templates.previewEmpty')}</span>
          ) : (
            pieces.map(({ piece, part }) => (
              <Fragment key={part}>
                {part > 1 && <span aria-hidden className="mx-0.5 border-l-2 border-dotted border-link" />}
                {piece}
              </Fragment>
            ))
          )}
        </p>
        {pieces.length > 1 && <p className="text-xs text-ink-3">{t('templates.previewParts')}</p>}
      </div>
    </section>
  )
}
