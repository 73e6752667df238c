const SEND = 'action=sms.message.send'
const HEX = `-hex | sed 's/.* //'`

const lines = (...all: readonly string[]): string => all.join('\n')

/** The commands for the shell, in the order of the page. */
export const commands = {
  variables: (origin: string, key: string | null) =>
    lines(
      `export ENDPOINT='${origin}'`,
      `export KEY='${key ?? 'YOUR_ACCESS_KEY_ID'}'`,
      "export SECRET='YOUR_ACCESS_KEY_SECRET'",
    ),
  inbox: `curl -H 'Accept: application/json' "$ENDPOINT/sandbox/inbox?to=%2B12065550100"`,
  check: lines(
    'query="accessKeyId=MvMa9eLy3BBpZqTj49vuAB"',
    `query="$query&${SEND}"`,
    'query="$query&algorithm=hmac-sha256"',
    'query="$query&nonce=e1098a414d09d2f6"',
    'query="$query&timestamp=1700000000"',
    'printf %s "$query" |',
    `  openssl dgst -sha256 -hmac s3cr3tKeyForTests0123456789 ${HEX}`,
  ),
  install: 'npm install uni-sdk',
  node: (origin: string) =>
    lines(
      "import { UniClient } from 'uni-sdk'",
      '',
      'const hongyan = new UniClient({',
      `  endpoint: '${origin}',`,
      '  accessKeyId: process.env.KEY,',
      '  accessKeySecret: process.env.SECRET,',
      '})',
      '',
      'const { data } = await hongyan.messages.send({',
      "  to: '+12065550100',",
      "  text: 'Hello from Node.js.',",
      '})',
      'console.log(data.messages[0].id)',
    ),
} as const

/** Example responses, with ids of one day in November. */
export const answers = {
  simple: lines(
    '{',
    '  "code": "0",',
    '  "message": "Success",',
    '  "data": {',
    '    "recipients": 1,',
    '    "messageCount": 1,',
    '    "currency": "USD",',
    '    "totalAmount": "0.008500",',
    '    "messages": [',
    '      {',
    '        "id": "01a1f87f686775e7bbf090da2dbd453b",',
    '        "to": "+12065550100",',
    '        "iso": "US",',
    '        "cc": "1",',
    '        "sender": "+12025550147",',
    '        "count": 1,',
    '        "price": "0.008500"',
    '      }',
    '    ]',
    '  }',
    '}',
  ),
  check: 'd95235f4a3658d70a3273b6288e356b55d86caf440fb1337dafededae56ac0f5',
  failure: lines(
    '{',
    '  "code": "104003",',
    '  "message": "RestrictedParams",',
    '  "details": {',
    '    "error": "restricted_params",',
    '    "reason": "“txt” isn’t allowed here. Remove it from the request.",',
    '    "retryable": false,',
    '    "field": "txt"',
    '  }',
    '}',
  ),
} as const
