import { AuthMode } from '@hongyan/contract/vocabulary/credential'
import { bodyFor, signedCurl } from '../../../lib/signed-curl.ts'

interface SnippetOf {
  /** The base URL of the send API, without a trailing slash. */
  origin: string
  key: string
  secret: string
  to: string
}

const simple = ({ origin, key, to }: SnippetOf) => [
  `curl "${origin}/?action=sms.message.send&accessKeyId=${key}" \\`,
  `  -d ${bodyFor(to)}`,
]

const signed = ({ secret, ...of }: SnippetOf) => [`SECRET='${secret}'`, ...signedCurl({ ...of, secret: 'SECRET' })]

/** A shell snippet that sends one message with a credential of this mode. */
export const sendSnippet = (mode: AuthMode, of: SnippetOf): string =>
  (mode === AuthMode.Hmac ? signed(of) : simple(of)).join('\n')
