// How long the test files took, slowest first, and which of them grew since tools/test-times.json was recorded.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './ready.mjs'

const record = path.join(root, 'tools/test-times.json')
const LONG_SECONDS = 5
/** A file has grown when it takes 1.5 times its recorded seconds, scaled by the speed of the whole run. */
const GROWTH = 1.5
const GROWTH_SECONDS = 3

/** The seconds of each test file, from Vitest's JSON report. */
export const secondsIn = ({ testResults = [] }) =>
  Object.fromEntries(
    testResults.map(({ name, startTime, endTime }) => [path.relative(root, name), (endTime - startTime) / 1000]),
  )

export function printTimes(seconds) {
  const slowestFirst = Object.entries(seconds).toSorted(([, one], [, other]) => other - one)
  console.log(`\n── test files of ${LONG_SECONDS} s and more`)
  for (const [file, time] of slowestFirst.filter(([, each]) => each >= LONG_SECONDS)) {
    console.log(`${time.toFixed(1).padStart(7)} s  ${file}`)
  }
  for (const line of growth(seconds)) console.log(line)
}

function growth(seconds) {
  if (!existsSync(record)) return []
  const before = JSON.parse(readFileSync(record, 'utf8'))
  const files = Object.keys(seconds).filter((file) => file in before)
  const sum = (times) => files.reduce((total, file) => total + times[file], 0)
  const speed = sum(seconds) / sum(before)
  return Object.entries(seconds).flatMap(([file, time]) => {
    const expected = (before[file] ?? 0) * speed
    const grew = time > expected * GROWTH && time > expected + GROWTH_SECONDS
    return grew ? [`grew: ${file} took ${time.toFixed(1)} s, expected ${expected.toFixed(1)} s`] : []
  })
}

export function recordTimes(seconds) {
  const sorted = Object.entries(seconds).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const rounded = sorted.map(([file, time]) => [file, Math.round(time * 10) / 10])
  writeFileSync(record, `${JSON.stringify(Object.fromEntries(rounded), null, 2)}\n`)
}

const TICKS_PER_SECOND = 100

/** The CPU seconds of this process's ended children; null where the system does not report them. */
export function childrenCpu() {
  if (!existsSync('/proc/self/stat')) return null
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ')
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND
}
