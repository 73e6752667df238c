import { compact } from './card-input.ts'

/** The position after the given number of digits. */
function placeBehind(text: string, count: number): number {
  let place = 0
  for (let left = count; left > 0 && place < text.length; place += 1) left -= compact(text.charAt(place)).length
  return place
}

/** Rewrites a field's value and keeps the caret after the same character. Only the field itself stores the value. */
export function regroup(input: HTMLInputElement, write: (typed: string) => string): void {
  const { value } = input
  const written = write(value)
  if (written === value) return
  const caret = input.selectionStart ?? value.length
  const counted = compact(value.slice(0, caret)).length
  input.value = written
  const place = caret === value.length ? written.length : placeBehind(written, counted)
  input.setSelectionRange(place, place)
}
