import { useEffect, useState } from 'react'
import { useText } from '../../../../i18n/text.ts'
import type { SelectSearch } from '../../../../ui/select-search.ts'

/** Options are searched for once the customer pauses this long. */
const PAUSE = 200
/** A shorter list is seen at a glance. */
const FROM = 10

/** A search text as it is typed, and as it is asked for after a pause. */
export function useOptionSearch() {
  const t = useText()
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  const wanted = text.trim()
  useEffect(() => {
    if (wanted === asked) return undefined
    const timer = setTimeout(() => setAsked(wanted), wanted === '' ? 0 : PAUSE)
    return () => clearTimeout(timer)
  }, [wanted, asked])
  /** The search of a select. Undefined where the list, which is `shown` long and may go on, needs none. */
  const searchOf = (shown: number, hasFurther: boolean, chosen: string, isLoading: boolean): SelectSearch | undefined =>
    shown < FROM && !hasFurther
      ? undefined
      : {
          chosen,
          text,
          onText: setText,
          label: t('new.search'),
          emptyText: t('new.noMatch'),
          loadingText: isLoading || wanted !== asked ? t('ui.loading') : null,
        }
  return { asked, searchOf }
}
