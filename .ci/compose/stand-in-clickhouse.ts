// What runs in the stand-in for the ClickHouse server's image: engine/, with the same port, and an administrator with the
// password as the official entry point would set up. It is the real server, but not its image.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'

const dataDir = '/var/lib/clickhouse'
const secrets = '/run/secrets'
// With deploy/compose its users are those of the secrets: the official image has them by a file of users.d, which this one cannot read.
const named = existsSync(secrets) ? readdirSync(secrets).filter(name => name.startsWith('errata_')) : []
const { CLICKHOUSE_USER: user = 'errata_admin', CLICKHOUSE_PASSWORD: password = named.length > 0 ? randomUUID() : '' } =
  process.env
if (user !== 'errata_admin' || password === '') {
  console.error('The stand-in knows one administrator, "errata_admin", who needs a password.')
  process.exit(1)
}
mkdirSync(`${dataDir}/passwords`, { recursive: true, mode: 0o700 })
writeFileSync(`${dataDir}/passwords/errata_admin`, `${password}\n`, { mode: 0o600 })
for (const name of named)
  writeFileSync(`${dataDir}/passwords/${name}`, readFileSync(`${secrets}/${name}`), { mode: 0o600 })

const args = ['engine/main.ts', '--data-dir', dataDir, '--host', '0.0.0.0', '--port', '8123', '--allow-any-host']
const engine = spawn(process.execPath, args, { cwd: import.meta.dirname, stdio: 'inherit' })
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => engine.kill(signal))
engine.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 0)))
