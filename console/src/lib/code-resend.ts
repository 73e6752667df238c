import { keepInTab, tabValue } from './tab-storage.ts'

/** The recipient of a code and the scene that it is for. The server counts codes in the same way. */
export interface CodeTarget {
  readonly scene: string
  readonly recipient: string
}

const keyOf = ({ scene, recipient }: CodeTarget) => `hy_resend_${scene}_${recipient}`

/** When another code may be sent, in milliseconds since 1970; 0 if none was sent. Survives a reload (section 4). */
export const resendAt = (target: CodeTarget): number => Number(tabValue(keyOf(target)))

export const mayResend = (target: CodeTarget): boolean => resendAt(target) <= Date.now()

export const delayResend = (target: CodeTarget, millis: number): void =>
  keepInTab(keyOf(target), String(Date.now() + millis))
