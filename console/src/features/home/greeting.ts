import type { TextId } from '../../i18n/ids.ts'

const NOON = 12
const MORNING = 5
const EVENING = 18

/** The greeting for an hour of the viewer's clock, 0 to 23. The night belongs to the evening. */
export function greetingAt(hour: number): Extract<TextId, `home.greeting.${string}`> {
  if (hour >= MORNING && hour < NOON) return 'home.greeting.morning'
  return hour >= NOON && hour < EVENING ? 'home.greeting.afternoon' : 'home.greeting.evening'
}
