import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../../test/browser/open-browser.ts'
import { type RunningDesk, startDesk } from '../../test/stack/start-desk.ts'
import { alertRows } from '../../test/store/alert-rows.ts'

/** The desk with the seed's telemetry, and the browser, that the tests of seeded.spec.ts share from its first hook to its last. */
export let desk: RunningDesk
export let browser: Browser

const settings = { ERRATA_VISITOR_PAGES: '1', ERRATA_SECRET_KEY: 'a secret that is long enough for this' }

export async function openSeededDesk(): Promise<void> {
  ;[desk, browser] = await Promise.all([startDesk({ settings }), openBrowser()])
  await seed(desk)
  await desk.insert(alertRows())
}

export async function closeSeededDesk(): Promise<void> {
  await browser?.close()
  await desk?.[Symbol.asyncDispose]()
}

/** Inserts a day of the sample telemetry of a shop. */
export async function seed({ writerEnv }: RunningDesk): Promise<void> {
  const command = ['seed/main.ts', '--direct', '--spans', '12000', '--days', '1']
  await promisify(execFile)(process.execPath, command, { env: { ...process.env, ...writerEnv } })
}
