import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto'
import { StartError } from './start-error.ts'

const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts values for the database, so that a reader of its files does not see them. */
export interface SecretBox {
  /** `context` names the row and column, so that a sealed text moved elsewhere does not open. */
  readonly seal: (plain: string, context: string) => string
  /** Throws when the text was altered, belongs elsewhere or was sealed with a key that is no longer configured. */
  readonly open: (sealed: string, context: string) => string
  /**
   * A keyed hash of a value that could be guessed from a plain hash: a code, a phone. `context` names its purpose. Its
   * key is the database's own and outlives the keys that seal (decision 0108).
   */
  readonly hash: (plain: string, context: string) => Buffer
}

/** A secret box whose keys change while it is in use. */
export interface KeyRing extends SecretBox {
  /** The ids of the known keys, in their order. */
  readonly ids: () => readonly string[]
  /** The key that seals. */
  readonly current: () => string
  /** Reads the keys anew. */
  readonly reload: () => void
  /** Seals with this key, and hashes with that one, from now on. */
  readonly use: (id: string, hashKey: Buffer) => void
  /** Seals with a key that is not the current one. */
  readonly sealWith: (id: string, plain: string, context: string) => string
  /** The key of hashes of a database that has none of its own yet: derived from the first key. */
  readonly firstHashKey: () => Buffer
}

/** Keys are written `k2:base64…,k1:base64…`. The first one seals until `use` names another. */
export const secretBox = (keys: string): KeyRing => keyRing(() => keys)

/** Reads its keys anew when it meets a value of an unknown key, because a rotation adds keys to the key file. */
export function keyRing(read: () => string): KeyRing {
  let ring = readKeys(read())
  const [[first] = ['']] = ring
  let current = first
  const reload = (): void => void (ring = readKeys(read()))
  const keyOf = (id: string): Buffer => {
    if (!ring.has(id)) reload()
    const key = ring.get(id)
    if (key === undefined) throw new Error(`The key ${id} that sealed this secret is not among SECRET_KEYS.`)
    return key
  }
  const firstHashKey = (): Buffer => Buffer.from(hkdfSync('sha256', keyOf(first), '', 'keyed hashes', KEY_BYTES))
  let hashKey = createSecretKey(firstHashKey())

  const sealWith: KeyRing['sealWith'] = (id, plain, context) => {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(ALGORITHM, keyOf(id), nonce).setAAD(Buffer.from(context))
    const body = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return `${id}.${body.toString('base64url')}`
  }
  return {
    sealWith,
    seal: (plain, context) => sealWith(current, plain, context),
    open: (sealed, context) => {
      const [id = '', encoded = ''] = sealed.split('.')
      const key = keyOf(id)
      const body = Buffer.from(encoded, 'base64url')
      const decipher = createDecipheriv(ALGORITHM, key, body.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(context)).setAuthTag(body.subarray(-TAG_BYTES))
      const plain = decipher.update(body.subarray(NONCE_BYTES, -TAG_BYTES))
      return Buffer.concat([plain, decipher.final()]).toString('utf8')
    },
    hash: (plain, context) => createHmac('sha256', hashKey).update(`${context}\0${plain}`).digest(),
    ids: () => [...ring.keys()],
    current: () => current,
    reload,
    use: (id, key) => {
      keyOf(id)
      current = id
      hashKey = createSecretKey(key)
    },
    firstHashKey,
  }
}

/** The id of the key that sealed a value. */
export const keyIdOf = (sealed: string): string => sealed.slice(0, sealed.indexOf('.'))

export const newHashKey = (): Buffer => randomBytes(KEY_BYTES)

/** A new key as SECRET_KEYS and the key file write it. */
export const newKey = (id: string): string => `${id}:${randomBytes(KEY_BYTES).toString('base64')}`

function readKeys(keys: string): ReadonlyMap<string, Buffer> {
  const ring = new Map<string, Buffer>()
  for (const entry of keys.split(',')) {
    const [id = '', encoded = ''] = entry.trim().split(':')
    const key = Buffer.from(encoded, 'base64')
    if (!/^[\w-]+$/.test(id) || key.length !== KEY_BYTES) {
      throw new StartError('SECRET_KEYS must look like k2:<32 bytes in base64>,k1:<32 bytes in base64>.')
    }
    if (ring.has(id)) throw new StartError(`SECRET_KEYS names the key ${id} twice.`)
    ring.set(id, key)
  }
  return ring
}
