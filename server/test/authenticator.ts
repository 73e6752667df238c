import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { security } from '@hongyan/contract/endpoints/account/security'
import { ORIGIN, type Visitor } from './world.ts'

type Json = Record<string, unknown>

/** The ways in which a test device may differ from a correct one. */
export interface Quirks {
  readonly origin?: string
  readonly rpId?: string
  /** True when the device verified its user by fingerprint, face or PIN. */
  readonly verified?: boolean
  /** True when it increments a signature counter; many devices do not. */
  readonly counts?: boolean
  /** The length of the credential id in bytes. */
  readonly idBytes?: number
}

const PRESENT = 0x01
const VERIFIED = 0x04
const WITH_KEY = 0x40

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const cborText = (text: string): Buffer => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
/** CBOR of a byte string of at least 24 bytes. */
const cborBytes = (bytes: Buffer): Buffer =>
  Buffer.concat([bytes.length < 256 ? Buffer.from([0x58, bytes.length]) : uint16(bytes.length, 0x59), bytes])
const uint16 = (value: number, ...before: number[]): Buffer => Buffer.from([...before, value >> 8, value & 0xff])

/** A device with one passkey (WebAuthn level 3: ES256, no attestation). */
export function newAuthenticator(own: Quirks = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(own.idBytes ?? 16)
  let answers = 0

  const clientData = (type: string, { challenge }: Json, origin: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authData = ({ rpId = 'localhost', verified = true, counts = true }: Quirks, flags: number): Buffer => {
    const head = Buffer.alloc(5)
    head[0] = PRESENT | flags | (verified ? VERIFIED : 0)
    head.writeUInt32BE(counts ? (answers += 1) : 0, 1)
    return Buffer.concat([sha256(rpId), head])
  }
  const named = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' }

  function create(options: Json, quirks: Quirks = {}): Json {
    const chosen = { ...own, ...quirks }
    const cose = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      cborBytes(Buffer.from(x, 'base64url')),
      Buffer.from([0x22]),
      cborBytes(Buffer.from(y, 'base64url')),
    ])
    const key = Buffer.concat([Buffer.alloc(16), uint16(id.length), id, cose])
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      Buffer.concat([cborText('fmt'), cborText('none'), cborText('attStmt'), Buffer.from([0xa0])]),
      Buffer.concat([cborText('authData'), cborBytes(Buffer.concat([authData(chosen, WITH_KEY), key]))]),
    ])
    return {
      ...named,
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData('webauthn.create', options, chosen.origin ?? ORIGIN).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  function get(options: Json, quirks: Quirks = {}): Json {
    const chosen = { ...own, ...quirks }
    const client = clientData('webauthn.get', options, chosen.origin ?? ORIGIN)
    const data = authData(chosen, 0)
    return {
      ...named,
      clientExtensionResults: {},
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
      },
    }
  }

  /** Registers the passkey with an account. */
  async function enrol(owner: Visitor, name: string) {
    const { options } = await owner.call(security.passkeyOptions)
    return owner.call(security.addPasskey, { body: { name, passkey: create(options) } })
  }
  return { create, get, enrol }
}
