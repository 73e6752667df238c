import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import canonicalize from 'canonicalize'
import { statement, type Tx } from '../db/tx.ts'
import type { SecretBox } from '../kit/secret-box.ts'
import { signingKeyContext } from './sealed.ts'

/** A JSON document with the signature of its canonical form (RFC 8785), Ed25519. */
export interface Signed<Document> {
  readonly document: Document
  /** `key` is the id of the public key, `value` the signature in base64url. */
  readonly signature: { readonly algorithm: 'Ed25519'; readonly key: string; readonly value: string }
}

/** A public key as a JSON Web Key (RFC 8037). */
export interface PublicKey {
  readonly kty: 'OKP'
  readonly crv: 'Ed25519'
  readonly alg: 'EdDSA'
  readonly use: 'sig'
  readonly kid: string
  readonly x: string
}

interface StoredKey {
  readonly id: string
  readonly sealed: string
}

const FIND = statement('signing_key.find', `select id, sealed_key as sealed from signing_key where retired_at is null`)
const INSERT = statement(
  'signing_key.insert',
  `insert into signing_key (id, public_key, sealed_key, created_at) values ($1, $2, $3, now()) on conflict do nothing`,
)
const LIST = statement('signing_key.list', `select id as kid, public_key as x from signing_key order by created_at, id`)

const ID_CHARACTERS = 16

/** Signs a document. Its values are texts, whole numbers, booleans and null. The first signature makes the key. */
export async function signDocument<Document extends object>(
  db: Tx,
  secrets: SecretBox,
  document: Document,
): Promise<Signed<Document>> {
  const { id, sealed } = await keyInUse(db, secrets)
  const key = createPrivateKey({
    key: Buffer.from(secrets.open(sealed, signingKeyContext(id)), 'base64url'),
    format: 'der',
    type: 'pkcs8',
  })
  const value = sign(null, bytesOf(document), key).toString('base64url')
  return { document, signature: { algorithm: 'Ed25519', key: id, value } }
}

/** True where one of the keys signed the document, and it has not changed since. */
export function isSigned({ document, signature }: Signed<object>, keys: readonly PublicKey[]): boolean {
  const key = keys.find(({ kid }) => kid === signature.key)
  if (key === undefined) return false
  const { kty, crv, x } = key
  const publicKey = createPublicKey({ key: { kty, crv, x }, format: 'jwk' })
  return verify(null, bytesOf(document), publicKey, Buffer.from(signature.value, 'base64url'))
}

/** Every key that signed, in the order of their use. */
export async function readPublicKeys(db: Tx): Promise<readonly PublicKey[]> {
  const keys = await db.run<Pick<PublicKey, 'kid' | 'x'>>(LIST, [])
  return keys.map(({ kid, x }) => ({ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig', kid, x }))
}

const bytesOf = (document: object): Buffer => Buffer.from(canonicalize(document) ?? '')

/** Of several processes that make the first key at once, one inserts it. */
async function keyInUse(db: Tx, secrets: SecretBox): Promise<StoredKey> {
  const [known] = await db.run<StoredKey>(FIND, [])
  if (known !== undefined) return known
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  const id = createHash('sha256').update(x).digest('hex').slice(0, ID_CHARACTERS)
  const plain = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url')
  await db.run(INSERT, [id, x, secrets.seal(plain, signingKeyContext(id))])
  const [made] = await db.run<StoredKey>(FIND, [])
  if (made === undefined) throw new Error('the signing key could not be stored')
  return made
}
