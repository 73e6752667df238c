import { AuthMode } from '@hongyan/contract/vocabulary/credential'

interface SnippetOf {
  /** Where the send API listens, without a slash at its end. */
  origin: string
  key: string
  secret: string
  to: string
}

const bodyFor = (to: string) => `'{"to":"${to}","text":"Hello from Hongyan"}'`

const simple = ({ origin, key, to }: SnippetOf) =>
  [`curl "${origin}/?action=sms.message.send&accessKeyId=${key}" \\`, `  -d ${bodyFor(to)}`].join('\n')

/** The parameters stand in the order in which they are signed. */
const signed = ({ origin, key, secret, to }: SnippetOf) =>
  [
    `SECRET='${secret}'`,
    `query="accessKeyId=${key}"`,
    'query="$query&action=sms.message.send"',
    'query="$query&algorithm=hmac-sha256"',
    'query="$query&nonce=$(openssl rand -hex 8)"',
    'query="$query&timestamp=$(date +%s)"',
    'signature=$(printf %s "$query" |',
    `  openssl dgst -sha256 -hmac "$SECRET" -hex | sed 's/.* //')`,
    `curl "${origin}/?$query&signature=$signature" \\`,
    `  -d ${bodyFor(to)}`,
  ].join('\n')

/** Sends one message with a credential, from a shell, as its mode asks for it. */
export const sendSnippet = (mode: AuthMode, of: SnippetOf): string => (mode === AuthMode.Hmac ? signed(of) : simple(of))
