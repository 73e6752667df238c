// Loaded into a server before its own code (NODE_OPTIONS=--import): shifts the clock of that process by the milliseconds in
// the file SHIFTED_CLOCK, which it reads anew at SIGUSR2. Timers and the monotonic clock run on, as when a clock is set.
import { readFileSync } from 'node:fs'

const RealDate = Date
const read = () => Number(readFileSync(process.env.SHIFTED_CLOCK, 'utf8'))
let shift = read()
process.on('SIGUSR2', () => (shift = read()))

globalThis.Date = class Date extends RealDate {
  constructor(...values) {
    if (values.length === 0) super(RealDate.now() + shift)
    else super(...values)
  }

  static now() {
    return RealDate.now() + shift
  }
}
