import { HOUR } from '@hongyan/contract/durations'
const EIGHT_HOURS = 8 * HOUR

export const failure = (code: string, reason: string): object => ({
  code,
  msg: code === '40004' ? 'Business Failed' : 'Invalid Arguments',
  sub_code: reason,
  sub_msg: reason,
})

export function centsOf(units: string): bigint | null {
  const [whole = '', fraction = ''] = units.split('.')
  const cents = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'))
  return cents > 0n ? cents : null
}

/** Formats a time as Alipay does: in China's one zone, without summer time. */
export const chinaTime = (moment: Date): string =>
  new Date(moment.getTime() + EIGHT_HOURS).toISOString().slice(0, 19).replace('T', ' ')
