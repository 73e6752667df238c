import type { Texts } from '../texts.ts'
import type { ManagedProvider } from '../vocabulary/upstream.ts'

/** A field of a provider's credentials (screens S1). */
export interface ProviderField {
  readonly name: string
  /** Write-only: replies carry its last three characters. */
  readonly secret: boolean
  /** Optional fields may stay empty. */
  readonly optional?: true
  readonly pattern: RegExp
  readonly label: Texts
  /** The shape that the pattern asks for, shown where the field does not match. */
  readonly shape: Texts
  /** Lines of a key file rather than one line. */
  readonly multiline?: true
}

export interface Provider {
  readonly name: Texts
  readonly fields: readonly ProviderField[]
  /** At least one of these optional fields has to be given. */
  readonly oneOf?: readonly string[]
  /** It knows signatures and templates by ids of its own and sends no free text. */
  readonly needsMapping: boolean
  /** A condition of the provider that customers should know; null: none. */
  readonly note: Texts | null
}

const words = (en: string, zh: string): Texts => ({ en, zh })
const anyText = (max: number) => new RegExp(`^[^\\s\\p{C}]{1,${max}}$`, 'u')

const text = (name: string, en: string, zh: string, max = 64): ProviderField => ({
  name,
  secret: false,
  pattern: anyText(max),
  label: words(en, zh),
  shape: words(`Enter 1 to ${max} characters without spaces.`, `请输入 1 至 ${max} 个字符，不含空格。`),
})
const secret = (name: string, en: string, zh: string, max = 128): ProviderField => ({
  ...text(name, en, zh, max),
  secret: true,
})
const hex32 = (field: ProviderField): ProviderField => ({
  ...field,
  pattern: /^[0-9a-f]{32}$/,
  shape: words('Enter the 32 characters 0–9 and a–f.', '请输入 32 位字符，仅含 0–9 和 a–f。'),
})
const https = (field: ProviderField): ProviderField => ({
  ...field,
  pattern: /^https:\/\/[a-z0-9.-]{1,200}(?::\d{1,5})?(?:\/[\w./-]{0,200})?$/,
  shape: words('Enter an address that begins with https://.', '请输入以 https:// 开头的地址。'),
})
const sender = (name: string, en: string, zh: string): ProviderField => ({
  ...text(name, en, zh, 16),
  pattern: /^(?:\+\d{6,15}|[A-Za-z0-9 ]{1,11})$/,
  shape: words(
    'Enter a number with + or up to 11 letters and digits.',
    '请输入带 + 的号码，或不超过 11 位的字母数字。',
  ),
})

/** The credentials of each provider, as its own console names them (reference of the providers' documentation). */
export const providers: Readonly<Record<ManagedProvider, Provider>> = {
  twl: {
    name: words('Twilio', 'Twilio'),
    fields: [
      {
        ...text('accountSid', 'Account SID', 'Account SID'),
        pattern: /^AC[0-9a-f]{32}$/,
        shape: words('Enter AC and 32 characters 0–9 and a–f.', '请输入 AC 加 32 位字符（0–9、a–f）。'),
      },
      hex32(secret('authToken', 'Auth token', 'Auth Token')),
      {
        ...text('messagingServiceSid', 'Messaging service SID', 'Messaging Service SID'),
        optional: true,
        pattern: /^MG[0-9a-f]{32}$/,
        shape: words('Enter MG and 32 characters 0–9 and a–f.', '请输入 MG 加 32 位字符（0–9、a–f）。'),
      },
      { ...sender('from', 'From', '发送号码'), optional: true },
    ],
    oneOf: ['messagingServiceSid', 'from'],
    needsMapping: false,
    note: null,
  },
  vg: {
    name: words('Vonage', 'Vonage'),
    fields: [
      {
        ...text('applicationId', 'Application ID', 'Application ID'),
        pattern: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
        shape: words('Enter the ID as 8-4-4-4-12 characters.', '请输入 8-4-4-4-12 格式的 ID。'),
      },
      {
        ...secret('privateKey', 'Private key', '私钥', 4_096),
        multiline: true,
        pattern: /^-----BEGIN PRIVATE KEY-----[\sA-Za-z0-9+/=]{32,4000}-----END PRIVATE KEY-----\s*$/,
        shape: words('Paste the whole key file, from BEGIN to END.', '请粘贴完整的密钥文件，从 BEGIN 到 END。'),
      },
      secret('signatureSecret', 'Signature secret', '签名密钥'),
      sender('from', 'From', '发送号码'),
    ],
    needsMapping: false,
    note: null,
  },
  ali: {
    name: words('Alibaba Cloud', '阿里云'),
    fields: [
      text('accessKeyId', 'AccessKey ID', 'AccessKey ID'),
      secret('accessKeySecret', 'AccessKey secret', 'AccessKey Secret'),
      text('region', 'Region', '地域', 32),
    ],
    needsMapping: true,
    note: words(
      'Register the sender ID and the template with Alibaba Cloud too, then map them here.',
      '签名和模板须在阿里云同步报备，再在此处建立映射。',
    ),
  },
  tcc: {
    name: words('Tencent Cloud', '腾讯云'),
    fields: [
      text('secretId', 'SecretId', 'SecretId'),
      secret('secretKey', 'SecretKey', 'SecretKey'),
      {
        ...text('sdkAppId', 'SDK App ID', 'SDK AppID', 16),
        pattern: /^\d{6,16}$/,
        shape: words('Enter 6 to 16 digits.', '请输入 6 至 16 位数字。'),
      },
    ],
    needsMapping: true,
    note: words(
      'Messages to +86 need an account of Tencent Cloud in mainland China.',
      '发往 +86 的短信须使用腾讯云中国站账户。',
    ),
  },
  hw: {
    name: words('Huawei Cloud', '华为云'),
    fields: [
      text('appKey', 'App key', 'App Key'),
      secret('appSecret', 'App secret', 'App Secret'),
      https(text('endpoint', 'App access address', 'APP 接入地址', 256)),
      {
        ...text('channelNo', 'Channel number', '通道号', 32),
        pattern: /^[A-Za-z0-9]{4,32}$/,
        shape: words('Enter 4 to 32 letters and digits.', '请输入 4 至 32 位字母或数字。'),
      },
    ],
    needsMapping: true,
    note: words('For existing customers of Huawei Cloud’s SMS service only.', '仅限已开通华为云短信服务的客户。'),
  },
  cl: {
    name: words('ChuangLan', '创蓝云智'),
    fields: [
      text('account', 'Account', '账号'),
      secret('password', 'Password', '密码'),
      https(text('endpoint', 'Endpoint', '接口地址', 256)),
    ],
    needsMapping: false,
    note: null,
  },
}
