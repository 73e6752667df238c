import type { Pool } from 'pg'
import type { SealedColumn } from '../db/sealed-column.ts'
import { alone } from '../db/tx.ts'
import { type Check, type Finding, fine, wrong } from '../kit/check.ts'
import { type KeyRing, keyRing } from '../kit/secret-box.ts'
import { StartError } from '../kit/start-error.ts'
import { readKeyFile } from './key-file.ts'
import { isNeeded, type KeyDeps, type KeyPlace, opens, placeOf, refuseWrong } from './open-keys.ts'
import { readHolders, readKeys, readRing, type RecordedKey } from './store.ts'

const KEYS = 'keys'

/** The check of the keys that seal. It opens one value of each key and column. */
export const keyChecks: readonly Check<KeyDeps>[] = [
  {
    name: KEYS,
    async check(deps) {
      const { pool, config } = deps
      const recorded = await readKeys(alone(pool))
      const ring = ringOf(config)
      return [
        keysFinding(recorded, ring, config),
        await rotationFinding(pool, recorded),
        ...(await valueFindings(deps, recorded, ring)),
      ]
    },
  },
]

/** Null where there is no key file. */
function ringOf({ secretKeys, dataDir }: KeyPlace): KeyRing | null {
  const keys = secretKeys ?? readKeyFile(dataDir)
  return keys === null ? null : keyRing(() => keys)
}

function keysFinding(recorded: readonly RecordedKey[], ring: KeyRing | null, config: KeyPlace): Finding {
  const { place, remedy } = placeOf(config)
  if (recorded.length === 0) {
    return wrong(KEYS, 'the database has no check values', 'Start the server of this version: it writes them.')
  }
  if (ring === null) return wrong(KEYS, `${place} is missing`, `The server does not start without it: ${remedy}.`)
  try {
    refuseWrong(recorded, ring, config)
  } catch (error) {
    if (error instanceof StartError) return wrong(KEYS, error.message, 'No server starts before that is mended.')
    throw error
  }
  const unrecorded = ring.ids().filter((id) => !recorded.some((key) => key.id === id))
  if (unrecorded.length > 0) {
    return wrong(KEYS, `without a check value: ${unrecorded.join(', ')}`, 'Restart the servers with the keys of today.')
  }
  return fine(KEYS, `${place} has every key that the database needs`)
}

/** More than one key that may be needed means that a rotation was interrupted. */
async function rotationFinding(pool: Pool, recorded: readonly RecordedKey[]): Promise<Finding> {
  const db = alone(pool)
  const current = (await readRing(db))?.current ?? 'none'
  const others = recorded.filter((key) => isNeeded(key) && key.id !== current).map(({ id }) => id)
  const late = (await readHolders(db)).filter(({ sealsWith }) => sealsWith !== current)
  const retired = recorded.filter((key) => key.retired).map(({ id }) => id)
  const text = `the key ${current} seals${retired.length === 0 ? '' : `; retired: ${retired.join(', ')}`}`
  if (others.length > 0) {
    return wrong(KEYS, `${text}; not retired yet: ${others.join(', ')}`, 'Run `hongyan keys rotate` again.')
  }
  if (late.length === 0) return fine(KEYS, text)
  const servers = late.map(({ process, sealsWith }) => `${process} seals with ${sealsWith}`).join(', ')
  return wrong(KEYS, `${text}; ${servers}`, 'A server follows within five seconds: see its loop secret-keys.')
}

async function valueFindings(
  { pool, columns }: KeyDeps,
  recorded: readonly RecordedKey[],
  ring: KeyRing | null,
): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  for (const column of columns) findings.push(await columnFinding(pool, column, recorded, ring))
  return findings
}

async function columnFinding(
  pool: Pool,
  column: SealedColumn,
  recorded: readonly RecordedKey[],
  ring: KeyRing | null,
): Promise<Finding> {
  const counts = await column.countByKey(alone(pool))
  const samples = await column.samples(alone(pool))
  const text = `${column.name}: ${counts.map(({ key, count }) => `${count} by ${key}`).join(', ') || 'empty'}`
  const lost = counts.filter(({ key }) => !recorded.some((known) => known.id === key && !known.retired))
  if (lost.length > 0) {
    return wrong(KEYS, `${text}; without a check value: ${lost.map(({ key }) => key).join(', ')}`, LOST)
  }
  const closed = samples.filter(({ sealed, context }) => ring === null || !opens(ring, sealed, context))
  return closed.length === 0 ? fine(KEYS, text) : wrong(KEYS, `${text}; ${closed.length} of a key do not open`, LOST)
}

const LOST = 'Restore the keys of the backup that belongs to this database; values of a lost key cannot be read.'
