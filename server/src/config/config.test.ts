import { expect, test } from 'vitest'
import { isLoopback, isSandboxOpen, readConfig } from './config.ts'
import { cautionsOf } from './cautions.ts'

const read = (env: Record<string, string>) => readConfig(env, '/srv/hongyan')

test('the sandbox runs on this machine alone where nothing is set', () => {
  expect(read({})).toMatchObject({
    dataDir: '/srv/hongyan/.data',
    databaseUrl: null,
    host: '127.0.0.1',
    port: 3000,
    sandbox: true,
    trust: 'relaxed',
    seed: 'demo',
    https: false,
  })
})

test('an empty setting means its default', () => {
  expect(read({ PORT: '', HOST: ' ' })).toMatchObject({ port: 3000, host: '127.0.0.1' })
})

test('production without a real upstream is refused unless the sandbox is switched on', () => {
  expect(() => read({ NODE_ENV: 'production' })).toThrow('set SANDBOX=1 to run the sandbox on purpose')
  expect(read({ NODE_ENV: 'production', SANDBOX: '1' })).toMatchObject({ production: true, sandbox: true })
})

test('a public https address makes browsers insist on https', () => {
  expect(read({ PUBLIC_URL: 'https://console.example.com/' })).toMatchObject({
    https: true,
    publicUrl: 'https://console.example.com',
  })
})

test('documentation is served by the server unless a site is set for its language', () => {
  expect(read({}).sites).toEqual({ en: null, 'zh-CN': null })
  expect(read({ SITE_URL_CN: 'https://www.example.cn/sms/' }).sites).toEqual({
    en: null,
    'zh-CN': 'https://www.example.cn/sms',
  })
  const own = 'https://console.example.com'
  expect(() => read({ PUBLIC_URL: own, SITE_URL: `${own}/` })).toThrow('must not be PUBLIC_URL')
})

test('proxies are a number of hops or their addresses', () => {
  expect(read({ TRUST_PROXY: '1' }).trustProxy).toBe(1)
  expect(read({ TRUST_PROXY: '10.0.0.0/8, 192.168.1.1' }).trustProxy).toEqual(['10.0.0.0/8', '192.168.1.1'])
  expect(read({}).trustProxy).toBe(false)
})

test('avatar services can be switched off', () => {
  expect(read({ AVATAR_URL: 'none' }).avatars.us).toBeNull()
  expect(read({ AVATAR_URL_CN: 'https://avatars.example.cn/a/' }).avatars.cn).toBe('https://avatars.example.cn/a/')
})

test('mail stays in the sandbox unless a server is set, and is sent from the public address', () => {
  expect(read({})).toMatchObject({ smtpUrl: null, mailFrom: 'Hongyan <no-reply@localhost>' })
  expect(read({ PUBLIC_URL: 'https://console.example.com', SMTP_URL: 'smtps://me:pw@mail.example.com' })).toMatchObject(
    {
      smtpUrl: 'smtps://me:pw@mail.example.com',
      mailFrom: 'Hongyan <no-reply@console.example.com>',
    },
  )
  expect(read({ MAIL_FROM: 'Goose <goose@example.com>' }).mailFrom).toBe('Goose <goose@example.com>')
})

test.each([
  [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535, not "70000".'],
  [{ PORT: '80a' }, 'PORT must be a whole number from 0 to 65535, not "80a".'],
  [{ CODE_BUDGET_USD: '-1' }, 'CODE_BUDGET_USD must be an amount such as 50 or 12.50, not "-1".'],
  [{ SEED: 'some' }, 'SEED must be demo or none, not "some".'],
  [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL must be an address beginning with smtp:// or smtps://.'],
  [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must have at least 16 characters.'],
  [{ SANDBOX: 'maybe' }, 'SANDBOX must be 1 or 0, not "maybe".'],
  [{ PUBLIC_URL: 'console.example.com' }, 'PUBLIC_URL must be an address beginning with http:// or https://.'],
  [{ PUBLIC_URL: 'https://example.com/console' }, 'PUBLIC_URL must not have a path'],
  [{ DATABASE_URL: 'mysql://db/x' }, 'DATABASE_URL must be an address beginning with postgres:// or postgresql://.'],
  [{ DATABASE_URL: 'postgres://db/x' }, 'DATABASE_URL needs SECRET_KEYS as well'],
  [{ ROLE: 'sender' }, 'ROLE must be all or api or worker, not "sender".'],
  [{ ROLE: 'worker' }, 'ROLE=worker needs DATABASE_URL, because other processes use the same database.'],
  [{ SANDBOX: '0', SANDBOX_SINK: 'http://127.0.0.1:9/' }, 'SANDBOX_SINK is set, but SANDBOX=0'],
  [{ SANDBOX: '0', TRUST: 'relaxed' }, 'TRUST=relaxed is for the sandbox alone'],
])('%o is refused in one sentence', (env, sentence) => {
  expect(() => read(env)).toThrow(sentence)
})

test('processes that share the work are cautioned about files and links that no other process has', () => {
  const shared = { DATABASE_URL: 'postgres://db/x', SECRET_KEYS: 'k1:x' }
  const cautions = (env: Record<string, string>) => cautionsOf(read({ ...shared, ...env })).join()
  expect(cautions({})).toBe('')
  expect(cautions({ ROLE: 'api' })).toMatch(/^files are in the DATA_DIR of this process alone[^,]*, [^,]*$/)
  expect(cautions({ ROLE: 'worker' })).toContain('PUBLIC_URL is not set')
})

test('only addresses of this machine are loopback', () => {
  expect(['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:3000'].every(isLoopback)).toBe(true)
  expect(isLoopback('https://console.example.com')).toBe(false)
})

test.each([
  [{}, true],
  [{ HOST: '0.0.0.0' }, false],
  [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:8080' }, true],
  [{ PUBLIC_URL: 'https://console.example.com' }, false],
  [{ SANDBOX: '0' }, false],
])('%o: inbox and payments of the sandbox are %s', (env, open) => {
  expect(isSandboxOpen(read(env))).toBe(open)
})
