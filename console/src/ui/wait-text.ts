import { formatNumber } from '../i18n/text.ts'

/** A waiting time in seconds up to 90, else in minutes or hours, rounded up. */
export function waitText(seconds: number, unitDisplay: 'long' | 'narrow'): string {
  const [count, unit] =
    seconds <= 90 ? [seconds, 'second'] : seconds <= 5400 ? [seconds / 60, 'minute'] : [seconds / 3600, 'hour']
  return formatNumber(Math.ceil(count), { style: 'unit', unit, unitDisplay })
}
