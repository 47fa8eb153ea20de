import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { deskPages, openDeskPage } from '../test/browser/desk-pages.ts'
import { openBrowser } from '../test/browser/open-browser.ts'
import { COMMITTED_WEIGHTS, weighScripts } from '../test/browser/page-weights.ts'
import buildOnce from '../test/stack/build-once.ts'
import { startDesk } from '../test/stack/start-desk.ts'
import { alertRows } from '../test/store/alert-rows.ts'
import { printProgress, reportFigure } from './report.ts'

export const benchmarkDescription =
  "the app's own scripts that each page loads without interaction, gzipped; writes page-weights.json"

/** Commit what it has written, and say in the commit why a page became heavier. */
export async function runBenchmark(): Promise<void> {
  await buildOnce()
  await using desk = await startDesk()
  printProgress('page-weight: seeding…')
  const seed = ['seed/main.ts', '--direct', '--spans', '12000', '--days', '1']
  await promisify(execFile)(process.execPath, seed, { env: { ...process.env, ...desk.writerEnv } })
  await desk.insert(alertRows())
  await using browser = await openBrowser()
  const page = await browser.newPage()
  const weights: Record<string, number> = {}
  for (const [name, way] of Object.entries(deskPages)) {
    await openDeskPage(page, desk.url, way)
    weights[name] = await weighScripts(page)
    reportFigure({ figure: `page-weight.${name}`, value: weights[name], unit: 'KB' })
  }
  writeFileSync(COMMITTED_WEIGHTS, `${JSON.stringify(weights, null, 2)}\n`)
}
