// The failed tests of a run, so that its last lines name them: a log may be kept only by its end.
import path from 'node:path'
import { root } from './ready.mjs'

/** The first lines of a failure say what was expected; the stack below them rarely does. */
const LINES = 12

/** The title and the reason of each failed test, and of each file that could not be read, in Vitest's JSON report. */
export const failuresIn = ({ testResults = [] }) =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(root, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [{ title: file, reason: message }] : []
    return failed.map(({ fullName, failureMessages }) => ({
      title: `${file}: ${fullName.trim()}`,
      reason: failureMessages.join('\n'),
    }))
  })

export function printFailures(failures) {
  for (const { title, reason } of failures) {
    const lines = reason.trim().split('\n').slice(0, LINES)
    console.log(`\n── failed: ${title}\n${lines.join('\n')}`)
  }
}
