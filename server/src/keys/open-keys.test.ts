import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Pool } from 'pg'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { newPooledDatabase } from '../../test/cluster.ts'
import { sealedColumns } from '../compose/sealed-columns.ts'
import { alone } from '../db/tx.ts'
import { keyIdOf, newKey } from '../kit/secret-box.ts'
import { keyChecks } from './checks.ts'
import { keyFileIn, readKeyFile, replaceKeyFile } from './key-file.ts'
import { openKeys } from './open-keys.ts'
import { rotate } from './rotate.ts'
import { readKeys } from './store.ts'

const [k1, k2] = [newKey('k1'), newKey('k2')]
let pool: Pool
let dataDir: string
beforeAll(async () => {
  const database = await newPooledDatabase(4)
  pool = database.pool
  return database.close
})
beforeEach(async () => {
  await pool.query(
    'delete from sandbox_key; delete from secret_key_holder; delete from secret_ring; delete from secret_key',
  )
  dataDir = mkdtempSync(path.join(tmpdir(), 'hongyan-keys-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
})

const deps = (secretKeys: string | null) => ({ pool, config: { secretKeys, dataDir }, columns: sealedColumns })
const open = (secretKeys: string | null = null) => openKeys(deps(secretKeys))
const rotateKeys = (secretKeys: string | null = null, leaked = false) =>
  rotate(deps(secretKeys), { positionals: [], options: { leaked } })

/** Stores a sealed value as the sandbox's payment services do. */
async function store(ring: Awaited<ReturnType<typeof open>>, name: string): Promise<void> {
  const sealed = ring.seal('a secret', `sandbox_key ${name}`)
  await pool.query('insert into sandbox_key (name, sealed) values ($1, $2)', [name, sealed])
}

async function storedKeys(): Promise<readonly string[]> {
  const { rows } = await pool.query<{ sealed: string }>('select sealed from sandbox_key order by name')
  return rows.map(({ sealed }) => keyIdOf(sealed))
}

test('the key file of a new database is made once, readable by its owner alone', async () => {
  await open()
  const keys = readKeyFile(dataDir)
  await open()
  expect(readKeyFile(dataDir)).toBe(keys)
  expect(statSync(keyFileIn(dataDir)).mode & 0o777).toBe(0o600)
})

test('a database that has keys gets no new key file, and the start names the missing one', async () => {
  await open()
  rmSync(keyFileIn(dataDir))
  await expect(open()).rejects.toThrow(
    `The key file ${keyFileIn(dataDir)} is missing, but the database needs its key k1: restore the file from the backup that belongs to this database.`,
  )
  expect(existsSync(keyFileIn(dataDir))).toBe(false)
})

test('another key under the same name is refused', async () => {
  await open(k1)
  await expect(open(newKey('k1'))).rejects.toThrow('The key k1 in SECRET_KEYS is not the one that sealed this database')
})

test('an old key file that is restored after a rotation is refused', async () => {
  await open()
  const old = readKeyFile(dataDir) ?? ''
  await rotateKeys()
  writeFileSync(keyFileIn(dataDir), old)
  await expect(open()).rejects.toThrow(
    `The database needs the key k2, which ${keyFileIn(dataDir)} lacks: restore the file from the backup that belongs to this database.`,
  )
})

test('the loss of one of two keys is refused while values may need it', async () => {
  await open(k1)
  await open(`${k2},${k1}`)
  await expect(open(k2)).rejects.toThrow(
    'The database needs the key k1, which SECRET_KEYS lacks: add it to SECRET_KEYS again.',
  )
  // No value needs a key that waits for its rotation.
  await open(k1)
  await pool.query(`update secret_key set seals_since = now() where id = 'k2'`)
  await expect(open(k1)).rejects.toThrow('The database needs the key k2, which SECRET_KEYS lacks')
  await expect(open(k2)).rejects.toThrow('The database needs the key k1, which SECRET_KEYS lacks')
})

test('a database of an earlier version is checked by its values and gets its check values', async () => {
  await store(await open(k1), 'a')
  const forget = () => pool.query('delete from secret_ring; delete from secret_key')
  await forget()
  await expect(open(k2)).rejects.toThrow('The database needs the key k1, which SECRET_KEYS lacks')
  await expect(open(newKey('k1'))).rejects.toThrow('The key k1 in SECRET_KEYS is not the one that sealed this database')
  await expect(open()).rejects.toThrow('is missing, but the database needs its key k1')
  await open(k1)
  expect(await readKeys(alone(pool))).toMatchObject([{ id: 'k1', hasSealed: true, retired: false }])
})

test('a key in front of SECRET_KEYS seals from its rotation on, so servers can be restarted one after the other', async () => {
  await store(await open(k1), 'a')
  const ring = await open(`${k2},${k1}`)
  await store(ring, 'b')
  expect(await storedKeys()).toEqual(['k1', 'k1'])
  const { json } = await rotateKeys(`${k2},${k1}`)
  expect(json).toEqual({ current: 'k2', values: 2, retired: ['k1'] })
  await store(await open(k2), 'c')
  expect(await storedKeys()).toEqual(['k2', 'k2', 'k2'])
  await expect(rotateKeys(k2)).rejects.toThrow('SECRET_KEYS has no new key: put one in front (k3:')
})

test('a retired key seals no value, and its name is not used again', async () => {
  const old = await open(k1)
  await open(`${k2},${k1}`)
  await rotateKeys(`${k2},${k1}`)
  await expect(store(old, 'a')).rejects.toThrow('the key k1 is retired')
  await expect(open(`${newKey('k1')},${k2}`)).rejects.toThrow('The name k1 in SECRET_KEYS belongs to a retired key')
  await store(await open(`${k1},${k2}`), 'a')
  expect(await storedKeys()).toEqual(['k2'])
})

test('an interrupted rotation continues with the key that it began', async () => {
  await store(await open(), 'a')
  replaceKeyFile(dataDir, `${k2},${readKeyFile(dataDir)}`)
  const ring = await open()
  ring.use('k2', ring.firstHashKey())
  await store(ring, 'b')
  expect((await rotateKeys()).json).toEqual({ current: 'k2', values: 1, retired: ['k1'] })
  expect(readKeyFile(dataDir)).toBe(k2)
  expect((await rotateKeys()).json).toMatchObject({ current: 'k3', retired: ['k2'] })
})

test('more values than one batch are sealed anew, beside rows that a transaction holds', async () => {
  const ring = await open()
  await store(ring, 'held')
  await pool.query(
    `insert into sandbox_key select 'row ' || n, sealed from generate_series(1, 450) as n, sandbox_key where name = 'held'`,
  )
  const names = (await pool.query<{ name: string }>(`select name from sandbox_key where name like 'row %'`)).rows
  await Promise.all(
    names.map(({ name }) =>
      pool.query('update sandbox_key set sealed = $2 where name = $1', [name, ring.seal('x', `sandbox_key ${name}`)]),
    ),
  )
  const holder = await pool.connect()
  await holder.query(`begin; select from sandbox_key where name = 'held' for update`)
  const rotating = rotateKeys()
  await expect.poll(storedKeys).toEqual(expect.arrayContaining(['k1', 'k2']))
  await expect.poll(async () => (await storedKeys()).filter((key) => key === 'k1').length).toBe(1)
  await holder.query('commit')
  holder.release()
  expect((await rotating).json).toEqual({ current: 'k2', values: 451, retired: ['k1'] })
})

test('hashes survive a rotation, and end with one of leaked keys', async () => {
  const hash = (await open()).hash('482913', 'code')
  await rotateKeys()
  expect((await open()).hash('482913', 'code')).toEqual(hash)
  await rotateKeys(null, true)
  expect((await open()).hash('482913', 'code')).not.toEqual(hash)
})

test('a rotation waits until the servers that run have the new key, and until they seal with it', async () => {
  await open(k1)
  await pool.query(`insert into secret_key_holder (process, seals_with, knows) values ('elsewhere:1', 'k1', '{k1}')`)
  const rotating = rotateKeys(`${k2},${k1}`)
  rotating.catch(() => undefined)
  const reported = (knows: string[], seals: string) =>
    pool.query('update secret_key_holder set knows = $1, seals_with = $2, reported_at = now()', [knows, seals])
  const current = async () =>
    (await pool.query<{ key: string }>('select current_key as key from secret_ring')).rows[0]?.key
  expect(await current()).toBe('k1')
  await reported(['k2', 'k1'], 'k1')
  await expect.poll(current).toBe('k2')
  expect(await readKeys(alone(pool))).toContainEqual(expect.objectContaining({ id: 'k1', retired: false }))
  await reported(['k2', 'k1'], 'k2')
  expect((await rotating).json).toMatchObject({ retired: ['k1'] })
})

test('a rotation ends with the name of a server that does not get the new key, and changes nothing', async () => {
  await open(k1)
  await pool.query(`insert into secret_key_holder (process, seals_with, knows) values ('elsewhere:1', 'k1', '{k1}')`)
  const rotating = rotateKeys(`${k2},${k1}`)
  rotating.catch(() => undefined)
  await expect.poll(async () => (await readKeys(alone(pool))).length).toBe(2)
  let now = Date.now()
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => (now += 60_000))
  onTestFinished(() => clock.mockRestore())
  await expect(rotating).rejects.toThrow(
    'The server elsewhere:1 does not use the key k2: put the key in front of its SECRET_KEYS, restart it, then run the command again.',
  )
  expect((await open(`${k2},${k1}`)).current()).toBe('k1')
})

test('the check of keys names what is missing, foreign or unfinished', async () => {
  const findings = async (secretKeys: string | null) =>
    (await Promise.all(keyChecks.map(({ check }) => check(deps(secretKeys)))))
      .flat()
      .filter(({ ok }) => !ok)
      .map(({ text }) => text)
  expect(await findings(k1)).toContain('the database has no check values')
  await store(await open(k1), 'a')
  expect(await findings(k1)).toEqual([])
  expect(await findings(`${k2},${k1}`)).toEqual(['without a check value: k2'])
  expect(await findings(k2)).toEqual([
    'The database needs the key k1, which SECRET_KEYS lacks: add it to SECRET_KEYS again.',
    'sandbox_key.sealed: 1 by k1; 1 of a key do not open',
  ])
  expect(await findings(null)).toContain(`${keyFileIn(dataDir)} is missing`)
  await open(`${k2},${k1}`)
  await pool.query(`update secret_key set seals_since = now(); update secret_ring set current_key = 'k2'`)
  expect(await findings(`${k2},${k1}`)).toEqual(['the key k2 seals; not retired yet: k1'])
  await pool.query(`update secret_key set retired_at = now() where id = 'k1'`)
  expect(await findings(`${k2},${k1}`)).toEqual(['sandbox_key.sealed: 1 by k1; without a check value: k1'])
  await pool.query(`insert into secret_key_holder (process, seals_with, knows) values ('elsewhere:1', 'k1', '{k1}')`)
  expect(await findings(`${k2},${k1}`)).toContain('the key k2 seals; retired: k1; elsewhere:1 seals with k1')
})
