import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright-core'

/**
 * Finds or installs a Chromium: CHROMIUM_PATH, an installed Chromium or Chrome, Debian's package if we are root, Playwright's own download.
 * The headless shell is preferred, as in Playwright: the same browser without windows, in which a page takes a third of the time.
 *
 * @returns The path of its executable.
 * @throws {Error} With one sentence that says what to do, if there is none.
 */
export function findChromium(say: (line: string) => void = () => {}): string {
  const set = process.env['CHROMIUM_PATH']
  if (set !== undefined && set !== '') {
    if (isExecutable(set)) return set
    throw new Error(`CHROMIUM_PATH=${set} is not an executable file: set it to a Chromium or Chrome, or unset it.`)
  }
  const found = installedChromium()
  if (found !== undefined) return found

  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    say("Installing Debian's Chromium…")
    const quiet = { stdio: 'ignore' as const, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
    spawnSync('apt-get', ['update'], quiet)
    for (const name of ['chromium-headless-shell', 'chromium']) {
      spawnSync('apt-get', ['install', '-y', '--no-install-recommends', name], quiet)
      const installed = installedChromium()
      if (installed !== undefined) return installed
    }
  }
  say("Downloading Playwright's Chromium…")
  spawnSync(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium'], { stdio: 'inherit' })
  if (isExecutable(chromium.executablePath())) return chromium.executablePath()
  throw new Error(
    'No Chromium was found and none could be installed: install one and set CHROMIUM_PATH to its executable.',
  )
}

function installedChromium(): string | undefined {
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const apps = [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ]
  const candidates = [
    ...names.flatMap(name => folders.map(folder => join(folder, name))),
    ...apps,
    chromium.executablePath(),
  ]
  return candidates.find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
