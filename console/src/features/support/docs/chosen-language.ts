import { type Language, languages } from '../../../lib/samples/languages.ts'
import { useKept } from '../../../ui/list/kept.ts'

/** The language of every sample on the page, as this browser keeps it. */
export function useChosenLanguage(): readonly [Language, (language: Language) => void] {
  const [kept, keep] = useKept('hongyan.samples')
  return [languages.find(({ id }) => id === kept)?.id ?? 'curl', keep]
}
