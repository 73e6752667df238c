import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Partition } from '@hongyan/contract/vocabulary/account'
import { z } from 'zod'
import { StartError } from '../kit/start-error.ts'
import { type Environment, text } from './env.ts'

const Line = z.string().trim().min(1).max(200)

/** A percentage of the net amount, with at most four decimals. */
const Percent = z
  .string()
  .regex(/^(?:100|\d{1,2})(?:\.\d{1,4})?$/)
  .refine((percent) => Number(percent) <= 100)

/** The tax that prices contain, by the country of the customer's billing profile; `*` is every other country. */
const Tax = z.strictObject({
  name: Line,
  rates: z.record(z.string().regex(/^(?:[A-Z]{2}|\*)$/), Percent),
})

/** The company that sells to a partition's accounts, as receipts, statements and invoices name it. */
const Seller = z.strictObject({
  name: Line,
  /** One line each. */
  address: z.array(Line).min(1).max(6),
  tax_id: Line.optional(),
  /** Names the account for bank transfers: holder, bank, account number, code; one line each. */
  bank_account: z.array(Line).min(1).max(6).optional(),
  tax: Tax.optional(),
})
export type Seller = Readonly<z.infer<typeof Seller>>

/** Null for a partition without a seller. */
export type Sellers = Readonly<Record<Partition, Seller | null>>

const File = z.strictObject({ us: Seller.optional(), cn: Seller.optional() })

/** Reads the sellers of the partitions from the file that SELLER_FILE names. */
export function readSellers(env: Environment, cwd: string): Sellers {
  const name = text(env, 'SELLER_FILE')
  if (name === null) return { us: null, cn: null }
  const { us = null, cn = null } = parsed(contentOf(path.resolve(cwd, name)))
  return { us, cn }
}

function contentOf(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new StartError('SELLER_FILE must be the path of a JSON file.')
  }
}

function parsed(content: unknown): z.infer<typeof File> {
  const read = File.safeParse(content)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const field = issue?.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys] : (issue?.path ?? [])
  throw new StartError(`SELLER_FILE has a wrong field: ${field.join('.') || 'the whole file'}.`)
}
