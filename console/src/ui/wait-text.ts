import { formatNumber } from '../i18n/text.ts'

/** Formats a waiting time, rounded up: in seconds up to 90, in minutes up to 90, else in hours. */
export function waitText(seconds: number, unitDisplay: 'long' | 'narrow'): string {
  const [count, unit] =
    seconds <= 90 ? [seconds, 'second'] : seconds <= 5400 ? [seconds / 60, 'minute'] : [seconds / 3600, 'hour']
  return formatNumber(Math.ceil(count), { style: 'unit', unit, unitDisplay })
}
