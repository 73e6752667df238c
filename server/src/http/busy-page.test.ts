import { expect, test } from 'vitest'
import { busyPage, isNavigation } from './busy-page.ts'

const head = (line: string, ...headers: readonly string[]): string => [line, 'Host: a', ...headers, '', ''].join('\r\n')

test('a browser that opens a page is told from one that loads a file or calls', () => {
  const page = 'Accept: text/html,application/xhtml+xml,*/*;q=0.8'
  expect(isNavigation(head('GET /login HTTP/1.1', page))).toBe(true)
  expect(isNavigation(head('GET /assets/main.js HTTP/1.1', 'Accept: */*'))).toBe(false)
  expect(isNavigation(head('POST /api/session HTTP/1.1', page))).toBe(false)
  expect(isNavigation('GET /login HT')).toBe(false)
})

test('the busy page is in the language that the cookie chose, or in the browser’s', () => {
  const chinese = 'accept-language: zh-CN,zh;q=0.9,en;q=0.8'
  expect(busyPage(head('GET / HTTP/1.1', chinese)).body).toContain('<html lang="zh-CN">')
  expect(busyPage(head('GET / HTTP/1.1', chinese, 'cookie: hy_visitor=a; hy_locale=en')).body).toContain(
    'The service is busy',
  )
  expect(busyPage(head('GET / HTTP/1.1')).body).toContain('<html lang="en">')
})
