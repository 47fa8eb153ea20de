import { z } from 'zod'
import { nameAuthor } from '../accounts/name-author.ts'
import { int64 } from '../columns.ts'
import type { Store } from '../store.ts'
import type { Ns, TimeRange } from '../units.ts'
import sql from './list-recorded-deploys.sql?raw'

/** A deploy that somebody told of. */
export interface RecordedDeploy {
  /** 16 hex digits. */
  readonly id: string
  /** When it began. */
  readonly atNs: Ns
  readonly service: string
  /** service.version */
  readonly release: string
  /** deployment.environment.name; '' if it was not told, which stands for every one. */
  readonly environment: string
  /** The revision of the source code, such as a commit; '' if it was not told. */
  readonly revision: string
  /** The address of the run that deployed it; '' if it was not told. */
  readonly url: string
  /** The name of who told it. */
  readonly who: string
}

interface DeployFilter {
  readonly range: TimeRange
  /** '' for every one, likewise the others. @default '' */
  readonly service?: string
  readonly release?: string
  /** Deploys that name none are of every one. */
  readonly environment?: string
  /** The deploy before the first one. @default none, so that the newest comes first */
  readonly after?: { readonly atNs: bigint; readonly id: string } | undefined
  /** 1 to 1000. */
  readonly limit: number
}

/**
 * Lists deploys that somebody told of.
 *
 * @returns Newest first, then by id.
 * @throws {StoreError} Any kind.
 */
export async function listRecordedDeploys(
  store: Store,
  { range, service = '', release = '', environment = '', after, limit }: DeployFilter,
  signal?: AbortSignal,
): Promise<RecordedDeploy[]> {
  const { atNs: afterNs, id: afterId } = after ?? { atNs: range.to, id: '' }
  const toNs = afterNs < range.to ? afterNs + 1n : range.to
  const params = { fromNs: range.from, toNs, afterNs, afterId, service, release, environment, limit }
  const rows = await store.query({ name: 'list-recorded-deploys', sql, params, decode: row.parse }, signal)
  return rows.map(deploy => ({ ...deploy, who: nameAuthor(store, deploy.who) }))
}

const row = z.object({
  id: z.string(),
  atNs: int64,
  service: z.string(),
  release: z.string(),
  environment: z.string(),
  revision: z.string(),
  url: z.string(),
  who: z.string(),
})
