// Loaded before the server and its command line: their clock is off by as many milliseconds as a file says.
import { readFileSync } from 'node:fs'

const file = process.env['CLOCK_FILE'] ?? ''
const TrueDate = Date
const READ_EVERY = 100

let offset = 0
let readAt = -READ_EVERY

function now() {
  const at = TrueDate.now()
  if (at - readAt >= READ_EVERY) {
    offset = Number(readFileSync(file, 'utf8'))
    readAt = at
  }
  return at + offset
}

globalThis.Date = class Date extends TrueDate {
  constructor(...given) {
    if (given.length === 0) super(now())
    else super(...given)
  }
  static now() {
    return now()
  }
  static [Symbol.hasInstance](value) {
    return value instanceof TrueDate
  }
}
