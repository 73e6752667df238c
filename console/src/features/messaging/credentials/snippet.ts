import { AuthMode } from '@hongyan/contract/vocabulary/credential'
import { bodyFor, signedCurl } from '../../../lib/signed-curl.ts'

interface SnippetOf {
  /** Where the send API listens, without a slash at its end. */
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

/** Sends one message with a credential, from a shell, as its mode asks for it. */
export const sendSnippet = (mode: AuthMode, of: SnippetOf): string =>
  (mode === AuthMode.Hmac ? signed(of) : simple(of)).join('\n')
