import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '../../config.ts'
import { loadEnvFile } from '../../supervisor/load-env-file.ts'

/**
 * `npx errata admin reset [--email ADDRESS] [--forget-accounts]`, `npx errata sql-user NAME --days N` and `npx errata token create|list|revoke`:
 * runs one command of the built app with the settings of the desk, and prints its result once. In the image: `node server/accounts/main.ts …`.
 */

type CreateApp = typeof import('../../app/entry.server.tsx').createApp
type App = ReturnType<CreateApp>

class CommandError extends Error {}

const DAY_MS = 86_400_000
const MAX_DAYS = 365
const DEFAULT_TOKEN_DAYS = 90

try {
  loadEnvFile()
  process.stdout.write(`${await run(process.argv.slice(2))}\n`)
  process.exit(0)
} catch (error) {
  process.stderr.write(`${describe(error)}\n`)
  process.exit(1)
}

async function run(argv: readonly string[]): Promise<string> {
  const { values, positionals } = parse(argv)
  const [command, subject, ...more] = positionals
  const { email = '', days, scope, 'forget-accounts': forgetAccounts = false, 'for-engine': forEngine = false } = values
  if (command === 'admin' && subject === 'reset' && more.length === 0 && (days ?? scope) === undefined) {
    const link = await withApp(app => app.owner.resetAdmin({ email, forgetAccounts }))
    return `Open ${link} within 24 hours: it makes an administrator, once.`
  }
  if (
    command === 'sql-user' &&
    subject !== undefined &&
    more.length === 0 &&
    email === '' &&
    !forgetAccounts &&
    scope === undefined
  ) {
    const count = /^\d+$/.test(days ?? '') ? Number(days) : 0
    if (count < 1 || count > MAX_DAYS) throw new CommandError(`--days must be a number from 1 to ${MAX_DAYS}.`)
    const untilMs = Date.now() + count * DAY_MS
    if (forEngine) {
      const password = await withApp(app => app.owner.recordSqlUser({ name: subject, untilMs }))
      return JSON.stringify({ name: subject, password, untilMs })
    }
    const password = await withApp(app => app.owner.createSqlUser({ name: subject, untilMs }))
    return `SQL user ${subject}, until ${new Date(untilMs).toISOString().slice(0, 16)}Z. Its password, shown once: ${password}`
  }
  if (command === 'token' && email === '' && !forgetAccounts) {
    const answer = await runToken([subject, ...more], { scope, days })
    if (answer !== undefined) return answer
  }
  throw new CommandError(
    'Usage: npx errata admin reset [--email ADDRESS] [--forget-accounts], npx errata sql-user NAME --days N, or npx errata token create NAME --scope SCOPE [--days N], token list, token revoke ID.',
  )
}

/** @returns `undefined` if it is none of these. */
async function runToken(
  [what, subject, ...more]: readonly (string | undefined)[],
  { scope, days }: { readonly scope: string | undefined; readonly days: string | undefined },
): Promise<string | undefined> {
  if (more.length > 0) return undefined
  if (what === 'create' && subject !== undefined && scope !== undefined) {
    const token = await withApp(app =>
      app.owner.createToken({ name: subject.trim(), scope, days: Number(days ?? DEFAULT_TOKEN_DAYS) }),
    )
    return `Token ${subject}. It is shown once: ${token}`
  }
  if (scope !== undefined || days !== undefined) return undefined
  if (what === 'list' && subject === undefined) return withApp(async app => writeTokens(await app.owner.listTokens()))
  if (what !== 'revoke' || subject === undefined) return undefined
  await withApp(async app => {
    await app.owner.endToken(subject)
    return ''
  })
  return `Token ${subject} was ended: within ten seconds on every desk.`
}

/** Names were typed by people who may make tokens: what a terminal would obey is not printed. */
function writeTokens(tokens: Awaited<ReturnType<App['owner']['listTokens']>>): string {
  if (tokens.length === 0) return 'There is no token.'
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const plain = (text: string) => text.replace(/[\p{Cc}\p{Cf}]/gu, '?')
  return tokens
    .map(({ id, name, scopes, owner, untilMs, usedMs }) =>
      [
        id,
        scopes.join(','),
        `until ${dayOf(untilMs)}`,
        usedMs === undefined ? 'never used' : `used ${dayOf(usedMs)}`,
        plain(`${name}${owner && `, of ${owner}`}`),
      ].join('  '),
    )
    .join('\n')
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        email: { type: 'string' },
        days: { type: 'string' },
        scope: { type: 'string' },
        'forget-accounts': { type: 'boolean' },
        // Given by supervisor/accounts.ts, which gives the embedded engine the user that is printed.
        'for-engine': { type: 'boolean' },
      },
    })
  } catch (error) {
    throw error instanceof TypeError ? new CommandError(error.message) : error
  }
}

async function withApp(use: (app: App) => Promise<string>): Promise<string> {
  const config = readConfig()
  const { mode, secretKeys } = config.login
  // A key that this command made would lock out every desk that has another one.
  if (mode !== 'none' && secretKeys.length === 0 && !existsSync(join(config.dataDir, 'secret-key'))) {
    throw new CommandError(
      `${config.dataDir} holds no secret-key: start Errata first, or set ERRATA_SECRET_KEY as the desk has it.`,
    )
  }
  const app = (await loadCreateApp())(config, undefined)
  try {
    return await use(app)
  } finally {
    await app.close()
  }
}

async function loadCreateApp(): Promise<CreateApp> {
  const build: { entry?: { module?: object } } = await import(
    new URL('../../build/server/index.js', import.meta.url).href
  )
  const { module = {} } = build.entry ?? {}
  if (!exportsCreateApp(module)) throw new CommandError('build/server/index.js is no build of this app: npm run build.')
  return module.createApp
}

function exportsCreateApp(module: object): module is { createApp: CreateApp } {
  return 'createApp' in module && typeof module.createApp === 'function'
}

/** Errors of the built app are of its own classes, so they are known by name. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof CommandError || error instanceof ConfigError) return error.message
  if (error.name === 'OwnerCommandError' || error.name === 'SqlUserError') return error.message
  if (error.name !== 'StoreError' || !('kind' in error)) return error.stack ?? error.message
  return error.kind === 'away'
    ? 'The database does not answer: start Errata first, or set CLICKHOUSE_URL.'
    : `The accounts could not be read or written (${String(error.kind)}).`
}
