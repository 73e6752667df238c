import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE, SECOND } from '@hongyan/contract/durations'
import { alone, inTransaction, isContention } from '../db/tx.ts'
import type { Arguments, CommandResult } from '../kit/command.ts'
import { type KeyRing, newHashKey, newKey } from '../kit/secret-box.ts'
import { StartError } from '../kit/start-error.ts'
import { readKeyFile, replaceKeyFile } from './key-file.ts'
import { isNeeded, type KeyDeps, openKeys, useCurrent } from './open-keys.ts'
import { countOthers, resealColumn, retireUnused } from './reseal.ts'
import { HASH_KEY, type KeyHolder, readHolders, readKeys, requireRing, switchRing } from './store.ts'

const POLL = SECOND / 4
/** A server follows within five seconds; a busy one gets the time in which it would count as stopped. */
const SERVERS_WITHIN = 30 * SECOND
const VALUES_WITHIN = 10 * MINUTE

/**
 * Makes the next key the one that seals, seals every value anew and retires the other keys. Runs beside the servers.
 * Continues where an earlier run ended.
 */
export async function rotate(deps: KeyDeps, { options }: Arguments): Promise<CommandResult> {
  const ring = await withNextKey(deps)
  const next = ring.ids()[0] ?? ''
  await waitForServers(deps, ({ knows }) => knows.includes(next), next)
  await switchTo(deps, ring, next, options['leaked'] === true)
  await waitForServers(deps, ({ sealsWith }) => sealsWith === next, next)
  const count = await resealAll(deps, ring)
  const retired = await retireAll(deps, next)
  const dropped = dropFromFile(deps, next)
  const end = dropped ? 'removed from the key file' : 'no longer needed: remove it from SECRET_KEYS'
  return {
    line: `The key ${next} seals. ${count} values were sealed anew. Retired and ${end}: ${retired.join(', ')}.`,
    json: { current: next, values: count, retired },
  }
}

/** The keys, with the one that shall seal first. The key file gets a new one unless a rotation was interrupted. */
async function withNextKey(deps: KeyDeps): Promise<KeyRing> {
  const { pool, config } = deps
  const ring = await openKeys(deps)
  const recorded = await readKeys(alone(pool))
  const isBegun = ring.ids()[0] !== ring.current() || recorded.some((key) => isNeeded(key) && key.id !== ring.current())
  if (isBegun) return ring
  const id = nextId(recorded.map((key) => key.id))
  if (config.secretKeys !== null) {
    throw new StartError(
      `SECRET_KEYS has no new key: put one in front (${id}:<32 bytes in base64>,…), restart every server with it, then run the command again.`,
    )
  }
  replaceKeyFile(config.dataDir, `${newKey(id)},${readKeyFile(config.dataDir) ?? ''}`)
  return openKeys(deps)
}

/** `k3` after `k2`; the first free name of that form. */
function nextId(taken: readonly string[]): string {
  for (let number = taken.length + 1; ; number += 1) if (!taken.includes(`k${number}`)) return `k${number}`
}

/** Waits until every running server is as `isReady` says. */
async function waitForServers({ pool }: KeyDeps, isReady: (holder: KeyHolder) => boolean, id: string): Promise<void> {
  await repeat(SERVERS_WITHIN, async () => {
    const late = (await readHolders(alone(pool))).find((holder) => !isReady(holder))
    return late === undefined
      ? { done: null }
      : {
          late: `The server ${late.process} does not use the key ${id}: put the key in front of its SECRET_KEYS, restart it, then run the command again.`,
        }
  })
}

async function switchTo({ pool }: KeyDeps, ring: KeyRing, next: string, isLeaked: boolean): Promise<void> {
  const before = await requireRing(alone(pool))
  if (before.current !== next || isLeaked) {
    const hashKey = isLeaked ? newHashKey().toString('base64') : ring.open(before.sealedHashKey, HASH_KEY)
    const sealedHashKey = ring.sealWith(next, hashKey, HASH_KEY)
    await inTransaction(pool, (tx) => switchRing(tx, { current: next, sealedHashKey }))
  }
  await useCurrent(alone(pool), ring)
}

/** Passes over all columns until no value needs another key. A value that a transaction holds is met by a later pass. */
async function resealAll({ pool, columns }: KeyDeps, ring: KeyRing): Promise<number> {
  let total = 0
  return repeat(VALUES_WITHIN, async () => {
    for (const column of columns) total += await resealColumn(pool, ring, column)
    const others = await countOthers(pool, columns, ring.current())
    return others === 0 ? { done: total } : { late: 'Some values stay locked: run the command again.' }
  })
}

/** Retires the other keys once no transaction writes a sealed value. */
const retireAll = ({ pool, columns }: KeyDeps, next: string): Promise<readonly string[]> =>
  repeat(VALUES_WITHIN, async () => {
    const retired = await retireUnused(pool, columns, next).catch((error: unknown) => {
      if (isContention(error)) return null
      throw error
    })
    return retired === null ? { late: 'The old keys are still in use: run the command again.' } : { done: retired }
  })

/** Repeats a step until it is done. After `within` milliseconds, throws its reason for being late. */
async function repeat<T>(
  within: number,
  step: () => Promise<{ readonly done: T } | { readonly late: string }>,
): Promise<T> {
  const deadline = Date.now() + within
  for (;;) {
    const result = await step()
    if ('done' in result) return result.done
    if (Date.now() > deadline) throw new StartError(result.late)
    await sleep(POLL)
  }
}

/** Leaves the current key alone in the key file. Returns false where the keys come from SECRET_KEYS. */
function dropFromFile({ config }: KeyDeps, next: string): boolean {
  if (config.secretKeys !== null) return false
  const entries = (readKeyFile(config.dataDir) ?? '').split(',')
  const kept = entries.filter((entry) => entry.trim().startsWith(`${next}:`))
  if (kept.length < entries.length) replaceKeyFile(config.dataDir, kept.join(','))
  return true
}
