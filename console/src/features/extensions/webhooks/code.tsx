import { useText } from '../../../i18n/text.ts'
import { Snippet } from '../../../ui/snippet.tsx'

/** Headers as HTTP writes them. */
export const headerText = (headers: readonly (readonly [string, string])[]): string =>
  headers.map(([name, value]) => `${name}: ${value}`).join('\n')

/** JSON in lines; any other text as it is. */
function laidOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** A part of a request or an answer, to copy. */
export function Code({ title, text }: { title: string; text: string }) {
  const t = useText()
  if (text !== '') return <Snippet label={title} tabs={[{ title, code: laidOut(text) }]} />
  return (
    <p className="flex justify-between gap-4 text-sm text-ink-3">
      <span>{title}</span>
      <span>{t('webhooks.noContent')}</span>
    </p>
  )
}
