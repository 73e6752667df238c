import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newPooledDatabase } from '../../../../test/cluster.ts'
import { settableClock } from '../../../kit/clock.ts'
import { type CommandResult, readArguments } from '../../../kit/command.ts'
import { priceCommands } from './commands.ts'
import type { PriceDeps } from './import.ts'

const NOW = new Date('2026-11-20T09:00:00Z')
const HEADER = 'iso2,product,scene,currency,unit_price'
const folder = mkdtempSync(path.join(tmpdir(), 'hongyan-prices-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
function fileOf(...lines: readonly string[]): string {
  const file = path.join(folder, `prices-${(files += 1)}.csv`)
  writeFileSync(file, [HEADER, ...lines, ''].join('\n'))
  return file
}

interface PriceWorld extends PriceDeps {
  readonly clock: ReturnType<typeof settableClock>
  readonly hongyan: (line: string) => Promise<CommandResult>
  readonly everything: () => Promise<unknown>
}

let pool: Pool
beforeAll(async () => {
  const database = await newPooledDatabase(4)
  pool = database.pool
  return database.close
})

/** Deletes all prices. Returns a function that runs `hongyan prices`. */
async function newPriceWorld(): Promise<PriceWorld> {
  await pool.query('delete from price; delete from price_book')
  const deps = { pool, clock: settableClock(NOW) }
  return {
    ...deps,
    hongyan: async (line) => {
      const [verb, ...typed] = line.split(' ')
      const command = priceCommands.find(({ name }) => name === `prices ${verb}`)
      if (command === undefined) throw new Error(`there is no command in ${line}`)
      return command.run(deps, readArguments(command, typed))
    },
    everything: async () => [
      (await pool.query('select * from price_book order by version')).rows,
      (await pool.query('select * from price order by version, currency, country, product, scene')).rows,
    ],
  }
}

describe('prices import', () => {
  test('creates a complete version in force at once and prints its changes', async () => {
    const { hongyan } = await newPriceWorld()
    const first = await hongyan(`import ${fileOf('US,sms,*,USD,0.01', 'DE,sms,*,USD,0.08', 'FR,sms,1,USD,0')}`)
    expect(first).toEqual({
      line: 'Version 1 holds from 2026-11-20T09:00:00.000Z: 7 prices, 7 new, 0 changed, 0 dropped.',
      json: {
        version: 1,
        written: true,
        effective_from: '2026-11-20T09:00:00.000Z',
        prices: 7,
        new: 7,
        changed: 0,
        dropped: 0,
        largest_rise: null,
        largest_fall: null,
      },
    })
    const rows = ['US,sms,*,USD,0.01', 'US,sms,3,USD,0.015', 'DE,sms,*,USD,0.07', 'FR,sms,1,USD,0', 'CA,sms,*,USD,0.01']
    const second = await hongyan(`import ${fileOf(...rows)}`)
    expect(second.line).toBe(
      'Version 2 holds from 2026-11-20T09:00:00.000Z: 10 prices, 3 new, 4 changed, 0 dropped; largest rise US, scene 3, USD: 0.010000 to 0.015000 (+50.0 %); largest fall DE, scene 1, USD: 0.080000 to 0.070000 (-12.5 %).',
    )
    expect(second.json).toMatchObject({
      largest_rise: { iso2: 'US', scene: 3, before: '0.010000', after: '0.015000', percent: '+50.0' },
    })
  })

  test('counts one price for every scene and equal prices for each scene as no change', async () => {
    const { hongyan } = await newPriceWorld()
    await hongyan(`import ${fileOf('US,sms,*,USD,0.01')}`)
    const rows = ['1', '2', '3'].map((scene) => `US,sms,${scene},USD,0.010`)
    expect((await hongyan(`import ${fileOf(...rows)}`)).json).toMatchObject({ new: 0, changed: 0, dropped: 0 })
  })

  test('changes no earlier version', async () => {
    const { hongyan } = await newPriceWorld()
    const earlier = async () => (await pool.query('select * from price where version < 3 order by 1, 2, 3, 4, 5')).rows
    await hongyan(`import ${fileOf('US,sms,*,USD,0.01')}`)
    await hongyan(`import ${fileOf('US,sms,*,USD,0.02')}`)
    const before = await earlier()
    await hongyan(`import ${fileOf('US,sms,*,USD,0.03')}`)
    expect(await earlier()).toEqual(before)
    expect((await hongyan('export --version 1')).line).toBe(`${HEADER}\nUS,sms,*,USD,0.010000`)
  })

  test('with --dry-run prints the same and stores nothing', async () => {
    const { hongyan, everything } = await newPriceWorld()
    await hongyan(`import ${fileOf('US,sms,*,USD,0.01', 'DE,sms,*,USD,0.08')}`)
    const before = await everything()
    const { line, json } = await hongyan(`import ${fileOf('US,sms,*,USD,0.02')} --dry-run`)
    expect(line).toBe(
      'Nothing was written: version 2 would hold from 2026-11-20T09:00:00.000Z: 3 prices, 0 new, 3 changed, 3 dropped; largest rise US, scene 1, USD: 0.010000 to 0.020000 (+100.0 %).',
    )
    expect(json).toMatchObject({ written: false, dropped: 3 })
    expect(await everything()).toEqual(before)
  })

  test('of a file that lacks a country needs an extra option', async () => {
    const { hongyan, everything } = await newPriceWorld()
    await hongyan(`import ${fileOf('US,sms,*,USD,0.01', 'DE,sms,*,USD,0.08', 'DE,sms,*,CNY,0.5')}`)
    const before = await everything()
    const file = fileOf('US,sms,*,USD,0.01', 'DE,sms,1,USD,0.08')
    await expect(hongyan(`import ${file}`)).rejects.toThrow(
      'The file lacks 5 prices that hold before it, such as DE, sms, scene 1, CNY; without a price nothing can be sent there. Add --allow-dropped to mean it.',
    )
    expect(await everything()).toEqual(before)
    expect((await hongyan(`import ${file} --allow-dropped`)).json).toMatchObject({ version: 2, dropped: 5 })
  })

  test('compares with the version before it in force', async () => {
    const { hongyan } = await newPriceWorld()
    await hongyan(`import ${fileOf('US,sms,*,USD,0.01')}`)
    await hongyan(`import ${fileOf('US,sms,*,USD,0.02')} --from 2026-12-01T00:00:00Z`)
    const file = fileOf('US,sms,*,USD,0.02')
    expect((await hongyan(`import ${file} --from 2026-12-02T00:00:00+08:00`)).json).toMatchObject({
      effective_from: '2026-12-01T16:00:00.000Z',
      changed: 0,
    })
    expect((await hongyan(`import ${file}`)).json).toMatchObject({ changed: 3 })
  })

  test('refuses more than ten future versions', async () => {
    const { hongyan, clock } = await newPriceWorld()
    const file = fileOf('US,sms,*,USD,0.01')
    for (let day = 10; day < 20; day += 1) await hongyan(`import ${file} --from 2026-12-${day}T00:00:00Z`)
    await expect(hongyan(`import ${file}`)).rejects.toThrow('10 versions are already announced; wait for one.')
    clock.set(new Date('2026-12-10T00:00:00Z'))
    expect((await hongyan(`import ${file}`)).json).toMatchObject({ version: 11 })
  })

  test('gives two concurrent imports different numbers', async () => {
    const { hongyan } = await newPriceWorld()
    const file = fileOf('US,sms,*,USD,0.01')
    const both = await Promise.all([hongyan(`import ${file}`), hongyan(`import ${file}`)])
    expect(new Set(both.map(({ json }) => ('version' in json ? json.version : null)))).toEqual(new Set([1, 2]))
  })

  const good = fileOf('US,sms,*,USD,0.02')
  test.each([
    [fileOf('US,sms,*,USD,0.02', 'DE,sms,*,USD,1e2'), /line 3: "1e2" is no price with at most six decimals$/],
    [fileOf('US,sms,*,USD,0.02', 'US,sms,*,USD,0.02'), /line 3: US,sms,\*,USD was already given in line 2$/],
    [fileOf(), /has no prices\.$/],
    ['/nowhere/prices.csv', /^\/nowhere\/prices\.csv cannot be read: ENOENT/],
    [`${good} --from tomorrow`, /^--from must be a moment such as 2026-12-01T00:00:00Z, not "tomorrow"\.$/],
    [`${good} --from 2026-12-01`, /^--from must be a moment/],
    [`${good} --from 2026-12-01T00:00:00`, /^--from must be a moment/],
    [`${good} --from 2027-02-29T00:00:00Z`, /^--from must be a moment/],
    [`${good} --from 2026-11-20T08:59:59Z`, /^--from must be a moment to come, not 2026-11-20T08:59:59\.000Z\.$/],
    [`${good} --force`, /^Usage: hongyan prices import <file>/],
    ['', /^Usage: hongyan prices import <file>/],
  ])('of %s prints one line and stores nothing', async (typed, line) => {
    const { hongyan, everything } = await newPriceWorld()
    await hongyan(`import ${fileOf('US,sms,*,USD,0.01')}`)
    const before = await everything()
    await expect(hongyan(['import', typed].filter(Boolean).join(' '))).rejects.toThrow(line)
    expect(await everything()).toEqual(before)
  })
})

describe('prices export', () => {
  test('prints the version in force, or a chosen one, as a file that can be imported again', async () => {
    const { hongyan, clock } = await newPriceWorld()
    await hongyan(`import ${fileOf('US,sms,*,USD,0.01', 'CA,sms,3,CNY,1.5')}`)
    await hongyan(`import ${fileOf('US,sms,*,USD,0.02', 'CA,sms,*,CNY,1.5')} --from 2026-12-01T00:00:00Z`)
    const inForce = await hongyan('export')
    expect(inForce.line).toBe(`${HEADER}\nCA,sms,3,CNY,1.500000\nUS,sms,*,USD,0.010000`)
    expect(inForce.json).toEqual({
      version: 1,
      sample: false,
      effective_from: '2026-11-20T09:00:00.000Z',
      prices: [
        { iso2: 'CA', product: 'sms', scene: '3', currency: 'CNY', unit_price: '1.500000' },
        { iso2: 'US', product: 'sms', scene: '*', currency: 'USD', unit_price: '0.010000' },
      ],
    })
    clock.set(new Date('2026-12-01T00:00:00Z'))
    expect((await hongyan('export')).json).toMatchObject({ version: 2 })
    expect((await hongyan('export --version 1')).json).toEqual(inForce.json)
  })

  test('writes a file that imports as the same prices, and never overwrites a file', async () => {
    const { hongyan } = await newPriceWorld()
    await hongyan(`import ${fileOf('US,sms,*,USD,0.01', 'US,sms,2,USD,0.012345')}`)
    const out = path.join(folder, 'exported.csv')
    expect((await hongyan(`export --out ${out}`)).line).toBe(`Version 1 was written to ${out}.`)
    expect((await hongyan(`import ${out}`)).json).toMatchObject({ version: 2, new: 0, changed: 0, dropped: 0 })
    const before = readFileSync(out, 'utf8')
    await expect(hongyan(`export --out ${out}`)).rejects.toThrow(`${out} cannot be written: EEXIST`)
    expect(readFileSync(out, 'utf8')).toBe(before)
  })

  test.each([
    ['export', 'There is no price book yet.'],
    ['export --version 3', 'There is no version 3 of the price book.'],
    ['export --version one', '--version must be a whole number from 1 to 999999999, not "one".'],
  ])('%s without a price book prints one line', async (typed, line) =>
    expect((await newPriceWorld()).hongyan(typed)).rejects.toThrow(line),
  )

  test('and import keep all prices equal', async () => {
    const { hongyan } = await newPriceWorld()
    const price = fc.tuple(fc.integer({ min: 0, max: 1_000 }), fc.integer({ min: 0, max: 999_999 }))
    const prices = fc.array(
      price.map(([whole, micro]) => `${Math.min(whole, 999)}.${String(micro).padStart(6, '0')}`),
      {
        minLength: 1,
        maxLength: 26,
      },
    )
    await fc.assert(
      fc.asyncProperty(prices, async (amounts) => {
        const rows = amounts.map((amount, index) => `A${String.fromCharCode(65 + index)},sms,*,USD,${amount}`)
        await hongyan(`import ${fileOf(...rows)} --allow-dropped`)
        const exported = (await hongyan('export')).line
        expect(exported).toBe([HEADER, ...rows].join('\n'))
        expect((await hongyan(`import ${fileOf(...exported.split('\n').slice(1))}`)).json).toMatchObject({
          new: 0,
          changed: 0,
          dropped: 0,
        })
      }),
      { numRuns: 20 },
    )
  })
})

test('prices list prints every version, which one is in force and which is a sample', async () => {
  const { hongyan } = await newPriceWorld()
  expect((await hongyan('list')).line).toBe('There is no price book yet.')
  await hongyan(`import ${fileOf('US,sms,*,USD,0.01', 'US,sms,1,USD,0.02')}`)
  await pool.query('update price_book set sample = true')
  await hongyan(`import ${fileOf('US,sms,*,USD,0.01')} --from 2026-12-01T00:00:00Z`)
  const { line, json } = await hongyan('list')
  expect(line).toBe(
    'Version 2 from 2026-12-01T00:00:00.000Z, 1 rows\nVersion 1 from 2026-11-20T09:00:00.000Z, 2 rows, sample, in force',
  )
  expect(json).toMatchObject({
    versions: [
      { version: 2, in_force: false },
      { version: 1, sample: true, rows: 2 },
    ],
  })
})
