import { join } from 'node:path'
import { buildApp } from '../../supervisor/build-app.ts'

/** Before all specs: every stack builds the app if its sources have changed, and several at once would write to the same folder. */
export default async function buildOnce(): Promise<void> {
  await buildApp(join(import.meta.dirname, '../..'))
}
