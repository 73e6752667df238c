import { expect, onTestFinished, test, vi } from 'vitest'
import { newLogger } from './logger.ts'

function logged(write: (log: ReturnType<typeof newLogger>) => void): string {
  const lines: string[] = []
  write(newLogger('info', { write: (line) => void lines.push(line) }))
  return lines.join('')
}

test('secrets, codes and what customers write never reach a log', () => {
  const line = logged((log) =>
    log.info(
      {
        password: 'hidden-1',
        body: { secret: 'hidden-2', code: 'hidden-3', text: 'hidden-4', card: { number: 'hidden-5', cvc: 'hidden-6' } },
        req: { headers: { authorization: 'hidden-7', cookie: 'hidden-8' } },
        res: { headers: { 'set-cookie': 'hidden-9' } },
        account: 'acme',
      },
      'asked',
    ),
  )
  expect(line).not.toContain('hidden')
  expect(line).toContain('"account":"acme"')
})

test('an error is logged with its reason but without the rows that its details quote', () => {
  const error = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (to)=(+12065550100)' })
  const line = logged((log) => log.error({ err: error }, 'failed'))
  expect(line).toContain('"reason":"23505"')
  expect(line).toContain('duplicate key')
  expect(line).not.toContain('+12065550100')
})

test('an outage is logged once a second, without stacks, and with the number of lines left out', () => {
  const lines: string[] = []
  const outage = new Error('the disk is full')
  const log = newLogger('info', { write: (line) => void lines.push(line) }, (error) => error === outage)
  const clock = vi.spyOn(performance, 'now')
  onTestFinished(() => clock.mockRestore())
  for (const at of [0, 10, 999, 1_000, 1_001]) {
    clock.mockReturnValue(at)
    log.child({ requestId: at }).warn({ err: outage, at }, 'a request was refused for now')
    log.error({ err: new Error('a bug') }, 'a request failed')
  }
  const about = (text: string) => lines.filter((line) => line.includes(text)).map((line) => JSON.parse(line) as object)
  expect(about('refused for now')).toMatchObject([
    { at: 0, leftOut: 0, msg: 'a request was refused for now', err: { message: 'the disk is full' } },
    { at: 1_000, leftOut: 2 },
  ])
  expect(JSON.stringify(about('refused for now'))).not.toContain('"stack"')
  expect(about('a bug')).toHaveLength(5)
})
