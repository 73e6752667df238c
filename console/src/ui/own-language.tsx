import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { useLocale } from '../i18n/text.ts'

/** Around a layer: the few words that its components bring along follow the console's language, not the browser's. */
export const OwnLanguage = ({ children }: { children: ReactNode }) => (
  <I18nProvider locale={useLocale()}>{children}</I18nProvider>
)
