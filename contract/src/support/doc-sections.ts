import { type DocSection, sectionOf } from './article.ts'

/** Every section of the documentation page, by its anchor, with its title and a sentence about it. */
export const docSections: readonly DocSection[] = [
  sectionOf(
    'account',
    [
      'Get an account',
      'Create an account, or look around in a demo account of a sandbox.',
      ['sign up', 'register', 'demo'],
    ],
    ['准备账户', '注册账户，或在沙箱中使用演示账户。', ['注册', '演示账户']],
  ),
  sectionOf(
    'credential',
    [
      'Create a credential',
      'Create the AccessKey ID and secret with which your programs send.',
      ['api key', 'access key', 'token', 'credentials'],
    ],
    ['创建访问凭证', '创建程序发送短信所用的 AccessKey ID 和 Secret。', ['密钥', 'AK', '凭证']],
  ),
  sectionOf(
    'simple',
    [
      'Send your first message',
      'Send a message with one line of curl, or from your own language.',
      ['curl', 'quickstart', 'send sms', 'hello world', 'send api', 'example code'],
    ],
    ['发送第一条短信', '用一行 curl 或您使用的语言发送短信。', ['快速入门', '示例代码', '接口', '怎么发短信']],
  ),
  sectionOf(
    'inbox',
    [
      'See it arrive',
      'In the sandbox, every message appears in the sandbox inbox.',
      ['sandbox', 'inbox', 'test mode', 'no real phone'],
    ],
    ['查看收到的短信', '沙箱中的每条短信都会显示在沙箱收件箱。', ['沙箱', '收件箱', '测试环境']],
  ),
  sectionOf(
    'hmac',
    [
      'Sign your requests',
      'How to compute the HMAC signature of a request, with a test vector for your code.',
      ['signing', 'test vector', 'string to sign', 'signature algorithm'],
    ],
    ['为请求签名', '如何计算请求的 HMAC 签名，附测试数据。', ['签名算法', '待签名字符串', '签名示例', '测试数据']],
  ),
  sectionOf(
    'recipients',
    [
      'Multiple numbers',
      'Send one message to up to 100 numbers in a request; each has its own result.',
      ['several recipients', 'batch', 'bulk api', '100 numbers'],
    ],
    ['发送给多个号码', '一个请求最多发送给 100 个号码，每个号码有各自的结果。', ['批量', '多个号码', '群发接口']],
  ),
  sectionOf(
    'dry-run',
    [
      'Estimate the price (dry run)',
      'Validate and price a request without sending it.',
      ['dryRun', 'estimate', 'test request', 'price check'],
    ],
    ['预估价格（dry run）', '校验请求并计算价格，但不发送。', ['试算', '预估费用', '试运行']],
  ),
  sectionOf(
    'templates',
    [
      'Send a template',
      'Send an approved template by its code, with the values of its variables.',
      ['templateId', 'templateData', 'variables api', 'pub_'],
    ],
    ['发送模板短信', '用模板代码和变量值发送审核通过的模板。', ['模板变量', 'templateId', '公共模板']],
  ),
  sectionOf(
    'otp',
    [
      'Send sign-in codes',
      'Send one-time codes with the send API, and what to check on your own server.',
      ['otp', 'one-time password', 'verification code api', 'sign-in code', '2fa'],
    ],
    [
      '发送登录验证码',
      '通过发送接口发送验证码，以及需要在您的服务器上校验的内容。',
      ['OTP', '动态密码', '验证码接口', '登录短信'],
    ],
  ),
  sectionOf(
    'idempotency',
    [
      'Retry safely (idempotency)',
      'With an Idempotency-Key, a repeated request is sent once.',
      ['idempotency key', 'duplicate messages', 'sent twice', 'retry', 'timeout', '104090'],
    ],
    [
      '安全重试（幂等）',
      '使用 Idempotency-Key，重复的请求只发送一次。',
      ['幂等', '重复发送', '重试', '超时', '发了两次'],
    ],
  ),
  sectionOf(
    'node',
    [
      'Use Node.js',
      'Send with the published client `uni-sdk`.',
      ['sdk', 'client library', 'npm', 'javascript', 'uni-sdk'],
    ],
    ['使用 Node.js', '使用已发布的客户端 `uni-sdk` 发送。', ['SDK', '客户端', 'npm']],
  ),
  sectionOf(
    'request',
    [
      'Request fields',
      'Every field of a request: `to`, `text`, `templateId`, `scene`, `clientRef` and others.',
      ['parameters', 'fields', 'scene', 'clientRef', 'request body'],
    ],
    ['请求字段', '请求的全部字段：`to`、`text`、`templateId`、`scene`、`clientRef` 等。', ['参数', '场景', '请求参数']],
  ),
  sectionOf(
    'reply',
    [
      'Reply fields',
      'Every field of a reply: message ID, parts, price, rejected numbers.',
      ['response', 'message id', 'request id', 'response fields'],
    ],
    ['返回字段', '返回的全部字段：短信 ID、条数、价格、被拒绝的号码。', ['响应', '返回参数', '请求 ID']],
  ),
  sectionOf(
    'events',
    [
      'Webhook events',
      'The events that your endpoints receive, and their data.',
      ['event types', 'webhook payload', 'webhook data', 'sms.message.delivered'],
    ],
    ['Webhook 事件', '端点会收到的事件及其数据。', ['事件类型', '推送内容', '回调字段']],
  ),
  sectionOf(
    'test-numbers',
    [
      'Test numbers',
      'In the sandbox, the last four digits of a number decide the result.',
      ['magic numbers', 'simulate failure', 'test phone number', 'sandbox numbers'],
    ],
    ['测试号码', '沙箱中，号码的后四位决定发送结果。', ['测试手机号', '模拟失败', '虚拟号码']],
  ),
  sectionOf(
    'amounts',
    [
      'IDs, amounts and parts',
      'The forms of IDs and amounts, and how the parts of a text are counted.',
      ['gsm alphabet', 'unicode', 'decimals', 'encoding', 'emoji'],
    ],
    ['ID、金额与计费条数', 'ID 和金额的格式，以及计费条数的计算方式。', ['编码', 'Unicode', '表情', '小数']],
  ),
  sectionOf(
    'errors',
    [
      'Errors',
      'The form of an error reply, and all error codes of the send API.',
      ['error codes', 'error list', 'error format', 'http status'],
    ],
    ['错误码', '错误响应的格式，以及发送接口的全部错误码。', ['错误列表', '错误格式', '返回码', '状态码']],
  ),
]
