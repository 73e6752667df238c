interface SignedCurl {
  /** The base URL of the send API, without a trailing slash. */
  origin: string
  key: string
  to: string
  /** The shell variable with the secret. */
  secret: string
}

/** Shell lines that sign and send one message. The parameters are in signing order. */
export const signedCurl = ({ origin, key, to, secret }: SignedCurl): readonly string[] => [
  `query="accessKeyId=${key}"`,
  'query="$query&action=sms.message.send"',
  'query="$query&algorithm=hmac-sha256"',
  'query="$query&nonce=$(openssl rand -hex 8)"',
  'query="$query&timestamp=$(date +%s)"',
  'signature=$(printf %s "$query" |',
  `  openssl dgst -sha256 -hmac "$${secret}" -hex | sed 's/.* //')`,
  `curl "${origin}/?$query&signature=$signature" \\`,
  `  -d ${bodyFor(to)}`,
]

/** The body of a first message, quoted for the shell. */
export const bodyFor = (to: string): string => `'{"to":"${to}","text":"Hello from Hongyan"}'`
