import { signedCurl } from '../../../lib/signed-curl.ts'

interface SnippetOf {
  /** Where the send API listens, without a slash at its end. */
  readonly origin: string
  readonly key: string
  readonly to: string
}

/** The variable of the environment in which both snippets look for the secret, so that it stands in no file. */
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
