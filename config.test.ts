import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigError, isLoopback, readConfig, readHostName } from './config.ts'

test('everything has a default', () => {
  const config = readConfig({})
  expect(config.desk).toEqual({
    host: '127.0.0.1',
    port: 3000,
    visitorPort: undefined,
    proxies: 0,
    allowedHosts: [],
    url: 'http://127.0.0.1:3000',
    publicUrl: 'http://127.0.0.1:3000',
    isOpenedByProxy: false,
  })
  expect(config.login.mode).toBe('none')
  expect(config.clickhouse).toMatchObject({ url: 'http://127.0.0.1:8123', embedded: true })
  expect(config.lab.enabled).toBe(true)
  expect(isAbsolute(config.dataDir)).toBe(true)
})

test('an empty variable counts as unset', () => {
  expect(readConfig({ ERRATA_PORT: '', CLICKHOUSE_URL: ' ' })).toEqual(readConfig({}))
})

describe('secrets in files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'errata-secrets-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }

  test('a file stands for its setting, without the line break at its end', () => {
    const config = readConfig({
      CLICKHOUSE_PASSWORD_FILE: file('password', 'pass word\n'),
      ERRATA_SECRET_KEY_FILE: file('key', `${'a'.repeat(32)},${'b'.repeat(32)}\n`),
      ERRATA_OIDC_CLIENT_SECRET_FILE: file('oidc', 'client secret'),
      ERRATA_SMTP_URL_FILE: file('smtp', 'smtps://u:p@mail.example.com\n'),
      ERRATA_MAIL_FROM: 'errata@example.com',
      ERRATA_ALERT_URL_FILE: file('alert', 'https://hooks.example.com/1\n'),
      ERRATA_ALERT_HEARTBEAT_URL_FILE: file('heartbeat', 'https://hc.example.com/2\n'),
    })
    expect({
      password: config.clickhouse.password,
      keys: config.login.secretKeys,
      oidc: config.login.oidc.clientSecret,
      mail: config.alerts.mail.url,
      alert: config.alerts.emergencyUrl,
      heartbeat: config.alerts.heartbeatUrl,
    }).toEqual({
      password: 'pass word',
      keys: ['a'.repeat(32), 'b'.repeat(32)],
      oidc: 'client secret',
      mail: 'smtps://u:p@mail.example.com',
      alert: 'https://hooks.example.com/1',
      heartbeat: 'https://hc.example.com/2',
    })
  })

  test('a file that is missing or empty, or beside its setting, is a fault that tells no secret', () => {
    const empty = file('empty', '\n')
    const env = {
      CLICKHOUSE_PASSWORD: 'hunter2',
      CLICKHOUSE_PASSWORD_FILE: file('other', 'hunter3'),
      ERRATA_SECRET_KEY_FILE: join(folder, 'none'),
      ERRATA_ALERT_URL_FILE: empty,
      ERRATA_PORT: 'x',
    }
    expect(() => readConfig(env)).toThrow(
      new ConfigError(
        [
          'CLICKHOUSE_PASSWORD_FILE and CLICKHOUSE_PASSWORD are both set: leave one of them empty',
          `ERRATA_SECRET_KEY_FILE=${join(folder, 'none')} cannot be read (ENOENT)`,
          `ERRATA_ALERT_URL_FILE=${empty} is empty`,
          'ERRATA_PORT=x is not a port (1 to 65535)',
        ].join('\n'),
      ),
    )
  })

  test('a key in a file has the length of any other', () => {
    expect(() => readConfig({ ERRATA_SECRET_KEY_FILE: file('short', 'too short') })).toThrow(/at least 32 characters/)
  })
})

test('every fault is listed at once, by the name of its setting', () => {
  const env = {
    ERRATA_PORT: 'http',
    ERRATA_LAB: 'yes',
    CLICKHOUSE_URL: 'localhost:8123',
    ERRATA_RETENTION_DAYS_LOGS: '0',
  }
  expect(() => readConfig(env)).toThrow(
    /ERRATA_PORT=http is not a port[\s\S]*CLICKHOUSE_URL=localhost:8123[\s\S]*ERRATA_LAB=yes[\s\S]*ERRATA_RETENTION_DAYS_LOGS=0/,
  )
})

test('faults of several settings together are listed with the others', () => {
  const env = {
    ERRATA_PORT: 'x',
    ERRATA_OTLP_HTTP_PORT: '8123',
    ERRATA_OTLP_HOST: '::',
    ERRATA_ALLOWED_HOSTS: 'a/,b:1',
    ERRATA_LAB: 'on',
  }
  expect(() => readConfig(env)).toThrow(
    new ConfigError(
      [
        'ERRATA_PORT=x is not a port (1 to 65535)',
        'ERRATA_ALLOWED_HOSTS contains a/, which is not a host name: no scheme, port, path or *',
        'ERRATA_ALLOWED_HOSTS contains b:1, which is not a host name: no scheme, port, path or *',
        'ERRATA_LAB=on must be 0 or 1',
        "ERRATA_OTLP_HOST=:: is not a loopback address and anybody who reaches the Collector can send data of every service: set ERRATA_OTLP_TOKENS to a file with senders' tokens, ERRATA_TRUSTED_NETWORK=1 if only trusted machines reach it, or use 127.0.0.1",
        'ERRATA_OTLP_HTTP_PORT and ERRATA_ENGINE_PORT use the same port: give each its own',
      ].join('\n'),
    ),
  )
})

test.each([
  ['ERRATA_RETENTION_DAYS_LOGS', '3651', 'is not a number of days (1 to 3650)'],
  ['ERRATA_QUERY_SECONDS', '1.5', 'is not a number of seconds (1 to 3600)'],
  ['ERRATA_ENGINE_NATIVE_PORT', '65536', 'is not a port, or 0 for none (0 to 65535)'],
  ['ERRATA_VISITOR_PORT', '0', 'is not a port (1 to 65535)'],
  ['ERRATA_CANARY', 'yes', 'must be 0 or 1'],
  ['ERRATA_ALERTS', 'yes', 'must be 0 or 1'],
  ['ERRATA_MCP_WRITES', 'yes', 'must be 0 or 1'],
  [
    'ERRATA_TRACKER_URL',
    'https://{service}.example/new',
    'is not an http:// or https:// address whose host has no {…}',
  ],
  ['ERRATA_TRACKER_URL', 'javascript:alert({title})', 'is not an http:// or https:// address whose host has no {…}'],
  ['ERRATA_ALSO_OTLP_URL', 'ftp://host', 'is not an http:// or https:// address'],
  ['ERRATA_HOST', '127.999.1.1', 'is not a host name or an address'],
  ['ERRATA_OTLP_HOST', 'http://host', 'is not a host name or an address'],
  ['ERRATA_ENGINE_HOST', 'fe80::1%eth0', 'is not a host name or an address'],
  ['ERRATA_CLICKHOUSE_CLUSTER', 'a-b', 'may contain only letters, digits and _'],
])('%s=%s %s', (name, value, fault) => {
  const env = { ERRATA_TRUSTED_NETWORK: '1', [name]: value }
  expect(() => readConfig(env)).toThrow(new ConfigError(`${name}=${value} ${fault}`))
})

test('what Kubernetes sets for a Service is explained, for every port', () => {
  expect(() => readConfig({ ERRATA_PORT: 'tcp://10.96.0.7:80', ERRATA_VISITOR_PORT: 'udp://10.96.0.8:1' })).toThrow(
    new ConfigError(
      [
        'ERRATA_PORT=tcp://10.96.0.7:80 is what Kubernetes sets for a Service named errata: set enableServiceLinks: false in the pod, or ERRATA_PORT to a port',
        'ERRATA_VISITOR_PORT=udp://10.96.0.8:1 is what Kubernetes sets for a Service named errata-visitor: set enableServiceLinks: false in the pod, or ERRATA_VISITOR_PORT to a port',
      ].join('\n'),
    ),
  )
})

test("a port of 0 is nobody's, and one that is not set clashes with none", () => {
  expect(readConfig({ ERRATA_ENGINE_NATIVE_PORT: '0' }).engine.nativePort).toBe(0)
  expect(() => readConfig({ ERRATA_VISITOR_PORT: '3000', ERRATA_ENGINE_NATIVE_PORT: '4317' })).toThrow(
    /^(?=[\s\S]*ERRATA_PORT and ERRATA_VISITOR_PORT use)(?=[\s\S]*ERRATA_OTLP_GRPC_PORT and ERRATA_ENGINE_NATIVE_PORT use)/,
  )
})

test('another address than loopback needs somebody else to guard the door', () => {
  expect(() => readConfig({ ERRATA_HOST: '0.0.0.0' })).toThrow(/ERRATA_LOGIN.+ERRATA_TRUSTED_NETWORK=1/)
  expect(() => readConfig({ ERRATA_HOST: '127.999.1.1' })).toThrow(/ERRATA_HOST=127\.999\.1\.1 is not a loopback/)
  expect(readConfig({ ERRATA_HOST: '0.0.0.0', ERRATA_BEHIND_PROXY: '1' }).lab.enabled).toBe(false)
  expect(readConfig({ ERRATA_HOST: '0.0.0.0', ERRATA_TRUSTED_NETWORK: '1' }).desk.proxies).toBe(0)
})

test('how many proxies stand in front is a number', () => {
  expect(readConfig({ ERRATA_BEHIND_PROXY: '2' }).desk.proxies).toBe(2)
  expect(() => readConfig({ ERRATA_BEHIND_PROXY: 'yes' })).toThrow(
    'ERRATA_BEHIND_PROXY=yes is not a number of proxies (0 to 9)',
  )
})

describe('the hosts that the desk answers to', () => {
  const hosts = (names: string) => readConfig({ ERRATA_ALLOWED_HOSTS: names }).desk.allowedHosts

  test('are names or addresses, as a browser writes them', () => {
    expect(hosts('Desk.Example.com., 192.0.2.1,, [2001:DB8:0:0::1], 2001:db8::2')).toEqual([
      'desk.example.com',
      '192.0.2.1',
      '[2001:db8::1]',
      '[2001:db8::2]',
    ])
  })

  test('among them is the one address that it listens on, and no address that stands for all', () => {
    const listening = (host: string) =>
      readConfig({ ERRATA_HOST: host, ERRATA_BEHIND_PROXY: '1', ERRATA_ALLOWED_HOSTS: 'desk' }).desk.allowedHosts
    expect(listening('192.0.2.1')).toEqual(['desk', '192.0.2.1'])
    expect(listening('2001:db8::1')).toEqual(['desk', '[2001:db8::1]'])
    expect(listening('0.0.0.0')).toEqual(['desk'])
    expect(listening('::')).toEqual(['desk'])
  })

  test.each(['https://desk.example', 'desk.example:3000', 'desk.example/', '*.example', 'a b', '127.999.1.1'])(
    'cannot be %s',
    name => {
      expect(() => hosts(`desk, ${name}`)).toThrow(`ERRATA_ALLOWED_HOSTS contains ${name}, which is not a host name`)
    },
  )
})

describe('the name in a Host header', () => {
  test.each([
    ['localhost', 'localhost'],
    ['LocalHost.:3000', 'localhost'],
    ['127.0.0.1:', '127.0.0.1'],
    ['[::1]:3000', '[::1]'],
    ['[::FFFF:127.0.0.1]', '[::ffff:7f00:1]'],
    ['a_b.example', 'a_b.example'],
  ])('%s is %s', (host, name) => {
    expect(readHostName(host)).toBe(name)
  })

  test.each([
    '',
    ':3000',
    '.',
    '127.999.1.1',
    '::1',
    '[::1',
    '[::1%25lo]',
    'a@localhost',
    'localhost/',
    'local host',
    'localhost:99999',
    'localhost:1:2',
    '%6cocalhost',
    'localhost\t',
    'localhost,evil.example',
  ])('is not to be had from %j', host => {
    expect(readHostName(host)).toBeUndefined()
  })

  test('is what a browser that has that host in a URL takes it for, or none', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.stringMatching(/^[a-zA-Z0-9.:@[\]%_/-]{0,24}$/),
      fc.ipV4Extended(),
      fc.ipV6(),
    )
    fc.assert(
      fc.property(texts, host => {
        const name = readHostName(host)
        if (name === undefined) return
        const { hostname, username, password, pathname, search, hash } = new URL(`http://${host}/`)
        expect([hostname.replace(/\.$/, ''), username, password, pathname, search, hash]).toEqual([
          name,
          '',
          '',
          '/',
          '',
          '',
        ])
      }),
    )
  })

  test('is found in every URL that a browser could open, whatever its port', () => {
    const host = fc.oneof(
      fc.domain(),
      fc.ipV4(),
      fc.ipV6().map(address => `[${address}]`),
    )
    fc.assert(
      fc.property(host, fc.integer({ min: 1, max: 65_535 }), (name, port) => {
        const url = new URL(`http://${name}:${port}`)
        expect(readHostName(url.host)).toBe(url.hostname)
      }),
    )
  })
})

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.255.0.3', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['127.999.1.1', false],
  ['127.0.0.1.example', false],
  ['0.0.0.0', false],
  ['::', false],
  ['', false],
])('%s is a loopback address: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected)
})

test.each([
  'ERRATA_OTLP_HOST',
  'ERRATA_OTLP_BROWSER_HOST',
  'ERRATA_OTELCOL_HEALTH_HOST',
  'ERRATA_OTELCOL_METRICS_HOST',
  'ERRATA_ENGINE_HOST',
])('%s opens nothing to the network unless that network is said to be trusted', setting => {
  expect(() => readConfig({ [setting]: '0.0.0.0' })).toThrow(
    new RegExp(`^${setting}=0\\.0\\.0\\.0 is not .+ ERRATA_TRUSTED_NETWORK=1 .+$`),
  )
  // The proxy protects the app, not these ports.
  expect(() => readConfig({ [setting]: '0.0.0.0', ERRATA_BEHIND_PROXY: '1' })).toThrow(setting)
  expect(() => readConfig({ [setting]: '0.0.0.0', ERRATA_TRUSTED_NETWORK: '1' })).not.toThrow()
})

test('an engine that others reach must be confined, unless the setting says otherwise', () => {
  const sandbox = (env: Record<string, string>) => readConfig({ ERRATA_TRUSTED_NETWORK: '1', ...env }).engine.sandbox
  expect(sandbox({})).toBe('auto')
  expect(sandbox({ ERRATA_ENGINE_HOST: '0.0.0.0' })).toBe('required')
  expect(sandbox({ ERRATA_ENGINE_HOST: '0.0.0.0', ERRATA_ENGINE_SANDBOX: 'auto' })).toBe('auto')
  expect(() => sandbox({ ERRATA_ENGINE_SANDBOX: 'yes' })).toThrow(
    'ERRATA_ENGINE_SANDBOX=yes must be one of: auto, required, off',
  )
})

test("the engine's address does not matter where none is started", () => {
  expect(readConfig({ ERRATA_ENGINE_HOST: '0.0.0.0', CLICKHOUSE_URL: 'http://ch.example:8123' }).clickhouse.url).toBe(
    'http://ch.example:8123',
  )
})

test('what listens on one address is asked at that address', () => {
  const env = {
    ERRATA_OTLP_HOST: '192.0.2.1',
    ERRATA_ENGINE_HOST: '192.0.2.2',
    ERRATA_OTLP_BROWSER_HOST: '192.0.2.3',
    ERRATA_OTELCOL_HEALTH_HOST: '192.0.2.4',
    ERRATA_OTELCOL_METRICS_HOST: '192.0.2.5',
    ERRATA_TRUSTED_NETWORK: '1',
  }
  const { otlp, otelcol, clickhouse } = readConfig(env)
  expect(otlp).toMatchObject({
    grpcAddress: '192.0.2.1:4317',
    url: 'http://192.0.2.1:4318',
    browserUrl: 'http://192.0.2.3:4319',
  })
  expect(otelcol.healthUrl).toBe('http://192.0.2.4:13133')
  expect(otelcol.metricsUrl).toBe('http://192.0.2.5:8888/metrics')
  expect(clickhouse.url).toBe('http://192.0.2.2:8123')
})

test('what listens on every address is asked on loopback', () => {
  const env = {
    ERRATA_HOST: '::',
    ERRATA_BEHIND_PROXY: '1',
    ERRATA_OTELCOL_HEALTH_HOST: '0.0.0.0',
    ERRATA_TRUSTED_NETWORK: '1',
  }
  const { desk, otelcol } = readConfig(env)
  expect(desk.url).toBe('http://[::1]:3000')
  expect(otelcol.healthUrl).toBe('http://127.0.0.1:13133')
})

test('one port cannot be given to two listeners', () => {
  expect(() => readConfig({ ERRATA_PORT: '4318' })).toThrow('ERRATA_PORT and ERRATA_OTLP_HTTP_PORT use the same port')
})

describe('the users of a ClickHouse server', () => {
  test('are three, or one for all', () => {
    const app = { CLICKHOUSE_URL: 'http://ch:8123', CLICKHOUSE_USER: 'desk', CLICKHOUSE_PASSWORD: 'd' }
    const own = {
      ERRATA_CLICKHOUSE_COLLECTOR_USER: 'collector',
      ERRATA_CLICKHOUSE_COLLECTOR_PASSWORD: 'c',
      ERRATA_CLICKHOUSE_SCHEMA_USER: 'schema',
    }
    expect(readConfig({ ...app, ...own }).clickhouse).toMatchObject({
      user: 'desk',
      collector: { user: 'collector', password: 'c' },
      schema: { user: 'schema', password: '' },
    })
    const one = { user: 'desk', password: 'd' }
    expect(readConfig(app).clickhouse).toMatchObject({ ...one, collector: one, schema: one })
  })

  test('a password without its user is refused', () => {
    expect(() => readConfig({ ERRATA_CLICKHOUSE_SCHEMA_PASSWORD: 'x' })).toThrow(
      new ConfigError(
        'ERRATA_CLICKHOUSE_SCHEMA_PASSWORD needs ERRATA_CLICKHOUSE_SCHEMA_USER: the user whose password it is',
      ),
    )
  })
})

test('CLICKHOUSE_URL switches the embedded engine off', () => {
  expect(readConfig({ CLICKHOUSE_URL: 'https://ch.example:8443/' }).clickhouse).toMatchObject({
    url: 'https://ch.example:8443',
    embedded: false,
  })
})

test('the settings cannot be changed afterwards', () => {
  expect(Object.isFrozen(readConfig({}).desk)).toBe(true)
})

test('an address beyond loopback opens with a way to sign in, and tells of the deprecated one', () => {
  const open = { ERRATA_HOST: '0.0.0.0', ERRATA_URL: 'https://errata.example.com/' }
  const { desk, login } = readConfig({ ...open, ERRATA_LOGIN: 'password' })
  expect([login.mode, desk.publicUrl, desk.isOpenedByProxy]).toEqual(['password', 'https://errata.example.com', false])
  expect(desk.allowedHosts).toContain('errata.example.com')
  expect(readConfig({ ...open, ERRATA_BEHIND_PROXY: '1' }).desk.isOpenedByProxy).toBe(true)
  expect(readConfig({ ...open, ERRATA_BEHIND_PROXY: '1', ERRATA_TRUSTED_NETWORK: '1' }).desk.isOpenedByProxy).toBe(
    false,
  )
})

test.each([
  [{ ERRATA_LOGIN: 'ldap' }, 'ERRATA_LOGIN=ldap must be one of: none, password, oidc, proxy'],
  [{ ERRATA_LOGIN: 'password', ERRATA_HOST: '0.0.0.0' }, 'ERRATA_LOGIN=password needs ERRATA_URL'],
  [{ ERRATA_LOGIN: 'oidc', ERRATA_ADMIN_GROUPS: 'sre' }, 'needs ERRATA_OIDC_ISSUER'],
  [{ ERRATA_LOGIN: 'oidc', ERRATA_OIDC_ISSUER: 'https://id.example.com' }, 'needs ERRATA_ADMIN_GROUPS'],
  [{ ERRATA_LOGIN: 'proxy', ERRATA_VIEWER_GROUPS: '*' }, 'anybody could send the headers of the proxy'],
  [{ ERRATA_LOGIN: 'proxy', ERRATA_BEHIND_PROXY: '1', ERRATA_VIEWER_GROUPS: '*' }, 'needs ERRATA_PROXY_ADDRESSES'],
  [{ ERRATA_LOGIN: 'proxy', ERRATA_PROXY_ADDRESSES: '10.0.0.0/33' }, 'ERRATA_PROXY_ADDRESSES contains 10.0.0.0/33'],
  [{ ERRATA_LOGIN: 'password', ERRATA_ADMIN_EMAIL: 'a@b' }, 'ERRATA_ADMIN_EMAIL and ERRATA_ADMIN_PASSWORD_FILE belong'],
])('%j is refused', (env, message) => {
  expect(() => readConfig(env)).toThrow(message)
})

test('a secret key that is too short is refused and not shown', () => {
  const fault = () => readConfig({ ERRATA_SECRET_KEY: 'short-secret' })
  expect(fault).toThrow('ERRATA_SECRET_KEY needs at least 32 characters')
  expect(fault).not.toThrow('short-secret')
  const [newer, older] = ['n'.repeat(32), 'o'.repeat(40)]
  expect(readConfig({ ERRATA_SECRET_KEY: `${newer}, ${older}` }).login.secretKeys).toEqual([newer, older])
})

test('names of groups may contain commas if semicolons separate them', () => {
  const groups = (list: string) => readConfig({ ERRATA_ADMIN_GROUPS: list }).login.groups.admin
  expect(groups('sre, ops')).toEqual(['sre', 'ops'])
  expect(groups('cn=sre,ou=groups; ops')).toEqual(['cn=sre,ou=groups', 'ops'])
})

describe('the address of the receiver of OTLP', () => {
  const open = { ERRATA_OTLP_HOST: '0.0.0.0', ERRATA_OTLP_TOKENS: 'tokens' }

  test('may be any if senders have tokens', () => {
    const { otlp } = readConfig(open)
    expect(otlp.host).toBe('0.0.0.0')
    expect(isAbsolute(otlp.tokensFile)).toBe(true)
  })

  test('opens nothing but OTLP, on a trusted network either', () => {
    for (const env of [open, { ERRATA_OTLP_HOST: '0.0.0.0', ERRATA_TRUSTED_NETWORK: '1' }]) {
      const { otlp, otelcol } = readConfig(env)
      expect([otlp.browserHost, otelcol.healthHost, otelcol.metricsHost]).toEqual(Array(3).fill('127.0.0.1'))
    }
  })

  test('says when tokens cross the network unencrypted', () => {
    const inClear = (env: Record<string, string>) => readConfig(env).otlp.sendsTokensInClear
    expect(inClear(open)).toBe(true)
    expect(inClear({ ERRATA_OTLP_TOKENS: 'tokens' })).toBe(false)
    expect(inClear({ ...open, ...certificate })).toBe(false)
  })
})

const certificate = {
  ERRATA_OTLP_TLS_CERT: 'otlp.crt',
  ERRATA_OTLP_TLS_KEY: 'otlp.key',
  ERRATA_OTLP_URL: 'https://otlp.example.com:4318',
}

test('a certificate needs its key, and an address with one of its names', () => {
  expect(readConfig(certificate).otlp.url).toBe('https://otlp.example.com:4318')
  expect(() => readConfig({ ...certificate, ERRATA_OTLP_TLS_KEY: '' })).toThrow(
    new ConfigError('ERRATA_OTLP_TLS_CERT and ERRATA_OTLP_TLS_KEY belong together: set both or neither'),
  )
  for (const url of ['', 'http://127.0.0.1:4318'])
    expect(() => readConfig({ ...certificate, ERRATA_OTLP_URL: url })).toThrow(
      /ERRATA_OTLP_TLS_CERT needs ERRATA_OTLP_URL/,
    )
})

test('a certificate alone opens nothing', () => {
  expect(() => readConfig({ ...certificate, ERRATA_OTLP_HOST: '0.0.0.0' })).toThrow(/ERRATA_OTLP_HOST=0\.0\.0\.0/)
})

describe('the settings of alerts', () => {
  test('name hosts, addresses and networks that channels may reach', () => {
    const { alerts } = readConfig({ ERRATA_ALERT_ALLOW: 'hooks.internal, 10.0.0.0/8,fd00::/8,127.0.0.1' })
    expect(alerts.allow).toEqual(['hooks.internal', '10.0.0.0/8', 'fd00::/8', '127.0.0.1'])
    for (const entry of ['http://hooks.internal', '10.0.0.0/33', 'a:1', '*'])
      expect(() => readConfig({ ERRATA_ALERT_ALLOW: entry })).toThrow(
        `ERRATA_ALERT_ALLOW contains ${entry}, which is no host name, address or network (10.0.0.0/8)`,
      )
  })

  test('are shown in no error where they are secret', () => {
    const env = {
      ERRATA_ALERT_URL: 'secret-1',
      ERRATA_ALERT_HEARTBEAT_URL: 'ftp://secret-2',
      ERRATA_SMTP_URL: 'https://user:secret-3@mail',
      ERRATA_MAIL_FROM: 'errata@example.com',
    }
    expect(() => readConfig(env)).toThrow(
      new ConfigError(
        [
          'ERRATA_SMTP_URL is not an address such as smtps://user:password@mail.example.com',
          'ERRATA_ALERT_URL is not an http:// or https:// address',
          'ERRATA_ALERT_HEARTBEAT_URL is not an http:// or https:// address',
        ].join('\n'),
      ),
    )
  })

  test('need a sender for a mail server, which is an address with or without a name', () => {
    const url = 'smtps://mail.example.com'
    expect(() => readConfig({ ERRATA_SMTP_URL: url })).toThrow(
      'ERRATA_SMTP_URL and ERRATA_MAIL_FROM belong together: set both or neither',
    )
    for (const from of ['a@example.com', 'Errata <a@example.com>'])
      expect(readConfig({ ERRATA_SMTP_URL: url, ERRATA_MAIL_FROM: from }).alerts.mail.from).toBe(from)
    for (const from of ['example.com', 'a@b, c@d', 'Errata <a@b>, c@d'])
      expect(() => readConfig({ ERRATA_SMTP_URL: url, ERRATA_MAIL_FROM: from })).toThrow('is not an e-mail address')
  })

  test('send a password without TLS on this machine or in a trusted network only', () => {
    const needsTls = (host: string, env = {}) =>
      readConfig({ ERRATA_SMTP_URL: `smtp://a:b@${host}`, ERRATA_MAIL_FROM: 'a@b.c', ...env }).alerts.mail.needsTls
    expect(needsTls('mail.example.com')).toBe(true)
    expect(needsTls('127.0.0.1:1025')).toBe(false)
    expect(needsTls('[::1]')).toBe(false)
    expect(needsTls('mail.example.com', { ERRATA_TRUSTED_NETWORK: '1' })).toBe(false)
  })
})
