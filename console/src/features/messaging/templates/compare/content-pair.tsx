import { useText } from '../../../../i18n/text.ts'
import { differences, type Stretch } from './differences.ts'

interface Side {
  readonly title: string
  readonly content: string
}

/** The stretches with their places in the whole text. */
function placed(stretches: readonly Stretch[]): readonly (Stretch & { readonly from: number })[] {
  let end = 0
  return stretches.map((stretch) => {
    const from = end
    end += stretch.text.length
    return { ...stretch, from }
  })
}

function Marked({ title, stretches, isNew }: { title: string; stretches: readonly Stretch[]; isNew: boolean }) {
  const t = useText()
  return (
    <div className="grid grid-cols-1 content-start gap-1">
      <h3 className="text-xs text-ink-3">{title}</h3>
      <p className="min-h-16 rounded-md border border-line bg-raised px-3 py-2 text-sm/6 wrap-anywhere whitespace-pre-wrap">
        {stretches.length === 0 && <span className="text-ink-3">{t('templates.emptyText')}</span>}
        {placed(stretches).map(({ text, changed, from }) =>
          changed ? (
            isNew ? (
              <ins key={from} className="rounded-sm bg-ok-soft no-underline ring-1 ring-ok-dot/40">
                {text}
              </ins>
            ) : (
              <del key={from} className="rounded-sm bg-bad-soft decoration-bad ring-1 ring-bad-line">
                {text}
              </del>
            )
          ) : (
            <span key={from}>{text}</span>
          ),
        )}
      </p>
    </div>
  )
}

/** Two contents side by side with their differences marked; one below the other on a phone. */
export function ContentPair({ one, other }: { one: Side; other: Side }) {
  const found = differences(one.content, other.content)
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
      <Marked title={one.title} stretches={found.one} isNew={false} />
      <Marked title={other.title} stretches={found.other} isNew />
    </div>
  )
}
