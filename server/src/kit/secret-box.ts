import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
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
   * A keyed hash of a value that could be guessed from a plain hash: a code, a phone. `context` names its purpose. Only
   * the current key hashes, so values found by their hash must be short-lived.
   */
  readonly hash: (plain: string, context: string) => Buffer
}

/** `keys` is written `k2:base64…,k1:base64…`: the first encrypts, all decrypt. */
export function secretBox(keys: string): SecretBox {
  const ring = readKeys(keys)
  const [current] = ring
  if (current === undefined) throw new StartError('SECRET_KEYS names no key.')
  const [currentId, currentKey] = current
  const byId = new Map(ring)
  const hashKey = createSecretKey(Buffer.from(hkdfSync('sha256', currentKey, '', 'keyed hashes', KEY_BYTES)))

  return {
    seal: (plain, context) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, currentKey, nonce).setAAD(Buffer.from(context))
      const body = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${currentId}.${body.toString('base64url')}`
    },
    open: (sealed, context) => {
      const [id = '', encoded = ''] = sealed.split('.')
      const key = byId.get(id)
      if (key === undefined) throw new Error(`The key ${id} that sealed this secret is not among SECRET_KEYS.`)
      const body = Buffer.from(encoded, 'base64url')
      const decipher = createDecipheriv(ALGORITHM, key, body.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(context)).setAuthTag(body.subarray(-TAG_BYTES))
      const plain = decipher.update(body.subarray(NONCE_BYTES, -TAG_BYTES))
      return Buffer.concat([plain, decipher.final()]).toString('utf8')
    },
    hash: (plain, context) => createHmac('sha256', hashKey).update(`${context}\0${plain}`).digest(),
  }
}

/** The key file of an embedded installation, made at its first start; a copy of DATA_DIR is then a complete backup. */
export function keysOf(dataDir: string): string {
  const file = path.join(dataDir, 'secret.key')
  try {
    writeFileSync(file, `k1:${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return readFileSync(file, 'utf8').trim()
}

function readKeys(keys: string): readonly (readonly [string, Buffer])[] {
  return keys.split(',').map((entry) => {
    const [id = '', encoded = ''] = entry.trim().split(':')
    const key = Buffer.from(encoded, 'base64')
    if (!/^[\w-]+$/.test(id) || key.length !== KEY_BYTES) {
      throw new StartError('SECRET_KEYS must look like k2:<32 bytes in base64>,k1:<32 bytes in base64>.')
    }
    return [id, key]
  })
}
