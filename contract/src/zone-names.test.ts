import { expect, test } from 'vitest'
import { zoneNamed } from './zone-names.ts'

test.each([
  ['europe/OSLO', 'Europe/Oslo'],
  ['AMERICA/port-au-prince', 'America/Port-au-Prince'],
  ['asia/calcutta', 'Asia/Calcutta'],
  ['asia/kolkata', 'Asia/Kolkata'],
  ['us/PACIFIC', 'US/Pacific'],
  ['prc', 'PRC'],
  ['utc', 'UTC'],
  ['etc/gmt+3', 'Etc/GMT+3'],
])('the zone written %s is named %s, and that name stays as it is', (written, name) => {
  expect(zoneNamed(written)).toBe(name)
  expect(zoneNamed(name)).toBe(name)
})

test('each zone that Intl lists keeps its name in whatever case it is written', () => {
  for (const name of Intl.supportedValuesOf('timeZone')) {
    expect([zoneNamed(name.toUpperCase()), zoneNamed(name.toLowerCase())]).toEqual([name, name])
  }
})

test.each(['', ' UTC', '+08:00', '-03', 'GMT+8', 'Mars/Base', 'x'.repeat(65)])(
  '"%s" is no name of a zone',
  (written) => {
    expect(zoneNamed(written)).toBeNull()
  },
)

test('a zone is still known after more texts that are none than are remembered', () => {
  for (let n = 0; n < 1_100; n++) expect(zoneNamed(`Mars/Base${n}`)).toBeNull()
  expect(zoneNamed('Mars/Base0')).toBeNull()
  expect(zoneNamed('EUROPE/OSLO')).toBe('Europe/Oslo')
})
