import { DAY } from '@hongyan/contract/durations'

/** The latest reminder that is due before an end, as days before it, unless it or a later one was sent. */
export function dueReminder(end: Date, remindOn: readonly number[], reminded: number | null, now: Date): number | null {
  const left = end.getTime() - now.getTime()
  const reached = remindOn.filter((days) => left <= days * DAY)
  const latest = reached.length === 0 ? null : Math.min(...reached)
  return latest !== null && (reminded === null || reminded > latest) ? latest : null
}

/** The moment of the next reminder before an end; null where none is left. */
export function nextReminder(end: Date, remindOn: readonly number[], now: Date): Date | null {
  const moments = remindOn.map((days) => end.getTime() - days * DAY)
  const later = moments.filter((moment) => moment > now.getTime())
  return later.length === 0 ? null : new Date(Math.min(...later))
}
