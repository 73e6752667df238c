import { t } from '../../../../i18n/text.ts'
import { deviceOf } from '../../../../lib/device.ts'

/** "Chrome on macOS", or the known part of it. */
export function deviceName(userAgent: string): string {
  const { browser, system } = deviceOf(userAgent)
  if (browser !== null && system !== null) return t('sessions.browserOn', { browser, system })
  return browser ?? system ?? t('sessions.unknown')
}
