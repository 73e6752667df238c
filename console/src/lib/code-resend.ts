import { keepInTab, tabValue } from './tab-storage.ts'

/** One code a minute for each recipient, shared by all scenes and pages of this tab. The server counts as well. */
const keyOf = (recipient: string) => `hy_resend_${recipient}`

/** When another code may be sent, in milliseconds since 1970; 0 if none was sent. Survives a reload (section 4). */
export const resendAt = (recipient: string | null): number =>
  recipient === null ? 0 : Number(tabValue(keyOf(recipient)))

export const mayResend = (recipient: string): boolean => resendAt(recipient) <= Date.now()

export const delayResend = (recipient: string, millis: number): void =>
  keepInTab(keyOf(recipient), String(Date.now() + millis))
