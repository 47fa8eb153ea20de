import { createHash } from 'node:crypto'
import { TABLES } from '../schema/tables/table-names.ts'
import type { Store } from '../store.ts'
import { decimalSeconds } from '../units.ts'
import type { RecordedDeploy } from './list-recorded-deploys.ts'

/**
 * Records a deploy. The same one again changes nothing.
 *
 * @param deploy `who` as `authorOfPerson` writes it, or a name
 * @returns Its id.
 * @throws {StoreError} When it may not have been stored.
 */
export async function recordDeploy(store: Store, deploy: Omit<RecordedDeploy, 'id'>): Promise<string> {
  const { atNs, service, release, environment, revision, url, who } = deploy
  const told = JSON.stringify([String(atNs), service, release, environment, revision, url, who])
  const id = createHash('sha256').update(told).digest('hex').slice(0, 16)
  const row = {
    ServiceName: service,
    Release: release,
    Environment: environment,
    At: decimalSeconds(atNs),
    Id: id,
    Revision: revision,
    Url: url,
    Who: who,
  }
  const columns: [string, ...string[]] = [
    ...(['ServiceName', 'Release', 'Environment', 'At', 'Id'] as const),
    ...['Revision', 'Url', 'Who'],
  ]
  await store.insertRows({ name: 'record-deploy', table: TABLES.deploys, columns, rows: [row] })
  return id
}
