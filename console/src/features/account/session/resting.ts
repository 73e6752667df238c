import { textOf, type Target } from './identifier.ts'
import { remember, remembered } from './tab-memory.ts'

/** One code a minute for each target, whatever it is for; a reload changes nothing about that. */
const keyOf = (target: Target) => `hy_resend_${textOf(target)}`

/** The moment from which another code may be asked for; 0 when none has been. */
export const restsUntil = (target: Target | null): number => (target ? Number(remembered(keyOf(target))) : 0)

export const isResting = (target: Target): boolean => restsUntil(target) > Date.now()

export const restFor = (target: Target, millis: number): void => remember(keyOf(target), String(Date.now() + millis))
