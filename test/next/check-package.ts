import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { REPOSITORY_DIR } from '../repo/list-files.ts'

/**
 * Limits of what an app without OpenTelemetry installs: packages, and megabytes without `semantic-conventions`, which has 10 MB and comes
 * with every OpenTelemetry SDK.
 */
const most = { packages: 60, megabytes: 15 }

/** Checks what the package installs. @returns false if anything failed */
export function checkPackage(say: (line: string) => void): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'errata-package-'))
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')))
  const npm = (command: string, args: string[]) =>
    execFileSync(command, args, { cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  const attempt = (name: string, run: () => string) => {
    try {
      say(`ok  ${name}${run()}`)
      return true
    } catch (error) {
      const { message, stdout } = error as { message: string; stdout?: string }
      say(`FAILED  ${name}: ${message}\n${stdout ?? ''}`)
      return false
    }
  }
  try {
    execFileSync('npm', ['run', 'build', '-w', 'otel', '--silent'], { cwd: REPOSITORY_DIR, env })
    const tarball = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
      cwd: join(REPOSITORY_DIR, 'otel'),
      env,
      encoding: 'utf8',
    }).trim()
    writeFileSync(join(folder, 'package.json'), '{"name":"shop","version":"1.0.0"}')
    return [
      attempt('what it installs', () => {
        npm('npm', ['install', `./${tarball}`, '--omit=peer', '--no-audit', '--no-fund', '--loglevel=error'])
        npm('npm', ['install', '@opentelemetry/api@1.9', '--omit=peer', '--no-audit', '--no-fund', '--loglevel=error'])
        const modules = join(folder, 'node_modules')
        const packages = JSON.parse(npm('npm', ['query', ':root *', '--json'])).length
        const ofConventions = megabytesOf(join(modules, '@opentelemetry/semantic-conventions'))
        const megabytes = megabytesOf(modules) - ofConventions
        const withScripts = JSON.parse(
          npm('npm', ['query', ':attr(scripts, [postinstall]), :attr(scripts, [install])', '--json']),
        )
        // pnpm refuses to run them and stops: ERR_PNPM_IGNORED_BUILDS.
        if (withScripts.length > 0) throw new Error(`install scripts: ${JSON.stringify(withScripts)}`)
        const told = `: ${packages} packages, ${megabytes.toFixed(1)} MB and semantic-conventions with ${ofConventions.toFixed(1)} MB`
        if (packages > most.packages || megabytes > most.megabytes) throw new Error(told)
        return told
      }),
    ].every(Boolean)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function megabytesOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0) / 1e6
}
