import { House } from 'lucide-react'
import { expect, test } from 'vitest'
import { groupAt, isWithin, type NavItem } from './nav-tree.ts'

const items: readonly NavItem[] = [
  { title: 'shell.home', icon: House, path: '/' },
  {
    title: 'shell.messaging',
    icon: House,
    pages: [
      { title: 'shell.logs', path: '/sms/logs' },
      { title: 'shell.templates', path: '/sms/templates' },
    ],
  },
  { title: 'shell.finance', icon: House, pages: [{ title: 'shell.topUp', path: '/topup' }] },
]

test('an address is within a page when it is the page or below it', () => {
  expect(isWithin('/sms/logs', '/sms/logs')).toBe(true)
  expect(isWithin('/sms/logs', '/sms/logs/1a2b')).toBe(true)
  expect(isWithin('/sms/logs', '/sms/logsheet')).toBe(false)
  expect(isWithin('/', '/')).toBe(true)
  expect(isWithin('/', '/topup')).toBe(false)
})

test('the group of a page is found on the page and below it', () => {
  expect(groupAt(items, '/sms/templates/7/edit')).toBe('shell.messaging')
  expect(groupAt(items, '/topup')).toBe('shell.finance')
  expect([groupAt(items, '/'), groupAt(items, '/elsewhere')]).toEqual([null, null])
})
