import { writeFile } from 'node:fs/promises'
import { decimalOf } from '@hongyan/contract/money'
import { z } from 'zod'
import { alone } from '../../../db/tx.ts'
import { readPriceFile, writePriceRows } from '../../../pricing/price-book-file.ts'
import { listVersions, readVersion, readVersionInForce } from '../../../pricing/price-book-store.ts'
import { type Arguments, type Command, optional, type CommandResult, wholeNumber } from '../../../kit/command.ts'
import { StartError } from '../../../kit/start-error.ts'
import type { PriceBookVersion } from '../../../pipeline/price-book.ts'
import { importPrices, type PriceDeps } from './import.ts'
import { lineOf, objectOf } from './imported.ts'

/** Rows printed: as many as fit a screen. */
const LISTED = 50
const MAX_VERSION = 999_999_999

async function importFile(deps: PriceDeps, args: Arguments): Promise<CommandResult> {
  const from = readMoment(optional(args, 'from'))
  const [dryRun, allowDropped] = [args.options['dry-run'] === true, args.options['allow-dropped'] === true]
  const rows = await readPriceFile(args.positionals[0] ?? '')
  const imported = await importPrices(deps, rows, { from, dryRun, allowDropped })
  return { line: lineOf(imported, dryRun), json: objectOf(imported, dryRun) }
}

function readMoment(value: string | null): Date | null {
  if (value === null) return null
  if (z.iso.datetime({ offset: true }).safeParse(value).success) return new Date(value)
  throw new StartError(`--from must be a moment such as 2026-12-01T00:00:00Z, not "${value}".`)
}

async function exportFile(deps: PriceDeps, args: Arguments): Promise<CommandResult> {
  const found = await versionOf(deps, optional(args, 'version'))
  const { version, sample, effectiveFrom, rows } = found
  const content = writePriceRows(rows)
  const about = { version, sample, effective_from: effectiveFrom.toISOString() }
  const file = optional(args, 'out')
  if (file === null) return { line: content.trimEnd(), json: { ...about, prices: rows.map(presentRow) } }
  await writeNew(file, content)
  return { line: `Version ${version} was written to ${file}.`, json: { ...about, file } }
}

async function versionOf({ pool, clock }: PriceDeps, option: string | null): Promise<PriceBookVersion> {
  const db = alone(pool)
  if (option === null) return (await readVersionInForce(db, clock.now())) ?? raise('There is no price book yet.')
  const version = wholeNumber('--version', option, [1, MAX_VERSION])
  return (await readVersion(db, version)) ?? raise(`There is no version ${version} of the price book.`)
}

function raise(line: string): never {
  throw new StartError(line)
}

const presentRow = ({ country, product, scene, currency, unitPrice }: PriceBookVersion['rows'][number]) => ({
  iso2: country,
  product,
  scene: String(scene),
  currency,
  unit_price: decimalOf(unitPrice),
})

async function writeNew(file: string, content: string): Promise<void> {
  await writeFile(file, content, { flag: 'wx' }).catch((error: unknown) => {
    throw new StartError(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}.`)
  })
}

async function list({ pool, clock }: PriceDeps): Promise<CommandResult> {
  const db = alone(pool)
  const inForce = (await readVersionInForce(db, clock.now()))?.version
  const versions = (await listVersions(db, LISTED)).map(({ version, sample, effectiveFrom, createdAt, prices }) => ({
    version,
    sample,
    in_force: version === inForce,
    effective_from: effectiveFrom.toISOString(),
    created_at: createdAt.toISOString(),
    rows: prices,
  }))
  const lines = versions.map(
    ({ version, sample, in_force, effective_from, rows }) =>
      `Version ${version} from ${effective_from}, ${rows} rows${sample ? ', sample' : ''}${in_force ? ', in force' : ''}`,
  )
  return { line: lines.length === 0 ? 'There is no price book yet.' : lines.join('\n'), json: { versions } }
}

export const priceCommands: readonly Command<PriceDeps>[] = [
  {
    name: 'prices import',
    usage: '<file> [--from <moment, such as 2026-12-01T00:00:00Z>] [--dry-run] [--allow-dropped] [--json]',
    options: { from: 'text', 'dry-run': 'flag', 'allow-dropped': 'flag' },
    arity: 1,
    run: importFile,
  },
  {
    name: 'prices export',
    usage: '[--version <number>] [--out <file>] [--json]',
    options: { version: 'text', out: 'text' },
    arity: 0,
    run: exportFile,
  },
  { name: 'prices list', usage: '[--json]', options: {}, arity: 0, run: list },
]
