import { signedCurl } from '../../../lib/signed-curl.ts'

interface SnippetOf {
  /** The base URL of the send API, without a trailing slash. */
  readonly origin: string
  readonly key: string
  readonly to: string
}

/** The environment variable with the secret in both snippets, so that no file contains it. */
export const SECRET = 'HY_SECRET'

export const nodeSnippet = ({ origin, key, to }: SnippetOf): string =>
  [
    `import { UniClient } from 'uni-sdk'`,
    '',
    'const hongyan = new UniClient({',
    `  endpoint: '${origin}',`,
    `  accessKeyId: '${key}',`,
    `  accessKeySecret: process.env.${SECRET},`,
    '})',
    'const { data } = await hongyan.messages.send({',
    `  to: '${to}',`,
    `  text: 'Hello from Hongyan',`,
    '})',
    'console.log(data.messages[0].id)',
  ].join('\n')

export const curlSnippet = (of: SnippetOf): string => signedCurl({ ...of, secret: SECRET }).join('\n')
