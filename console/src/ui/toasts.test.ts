import { expect, test } from 'vitest'
import { type Toast, withToast } from './toasts.ts'

const refused = (id: number): Toast => ({ id, tone: 'bad', title: 'Your balance is too low.' })

test('a toast takes the place of an equal one as the newest, and leaves all others', () => {
  const saved: Toast = { id: 2, tone: 'ok', title: 'Settings saved', text: 'For all credentials.' }
  const other: Toast = { ...saved, text: 'For one credential.' }
  const shown = [refused(1), saved]
  expect(withToast(shown, refused(3))).toEqual([saved, refused(3)])
  expect(withToast(shown, { ...other, id: 3 })).toEqual([...shown, { ...other, id: 3 }])
})
